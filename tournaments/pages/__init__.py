"""What every page shares: frame, freshness, files as answers, fields of forms."""
