"""Paper and files: lists as PDF, standings as a workbook."""
