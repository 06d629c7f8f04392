"""What needs neither database nor request: what each door of the site may cost."""
