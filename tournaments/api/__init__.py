"""What other programs read and write: version 1 of the API, described by OpenAPI. The same selectors and services as the pages."""
