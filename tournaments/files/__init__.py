"""Files that leave and come back: the workbook, a whole tournament."""
