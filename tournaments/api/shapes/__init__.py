"""What goes over the wire: every document that the API sends or takes, field by field. The description is made from these."""
