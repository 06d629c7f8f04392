"""All asking: values for pages, files and the API, each in a fixed number of queries."""
