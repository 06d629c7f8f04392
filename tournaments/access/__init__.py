"""Who asks: visitors, codes, devices, tries."""
