// In a file of its own, because the oldest versions of Node cannot read this line.
import("../dist/main.js");
