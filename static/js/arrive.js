/* A phone that was asked whether it arrives says so by itself. */
"use strict";
document.querySelector("form[data-arrive]")?.requestSubmit();
