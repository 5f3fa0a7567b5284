/// The operating system. Nothing outside of this folder calls the C library.
enum Platform {}
