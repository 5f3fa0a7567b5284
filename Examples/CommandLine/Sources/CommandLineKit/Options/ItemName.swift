import ArgumentParser

extension ArgumentHelp {
  /// The help of an argument that names an item.
  static let itemName: ArgumentHelp =
    "A UID, a handle as search and todo print it, or a title that one item alone has."
}

extension CompletionKind {
  /// The handles of the items of a week, and of the open to-dos.
  static let items = CompletionKind.shellCommand(
    "almanac list --format '{handle}' 2>/dev/null; almanac todo --format '{handle}' 2>/dev/null")

  /// The handles of the open to-dos.
  static let openTodos = CompletionKind.shellCommand("almanac todo --format '{handle}' 2>/dev/null")

  /// The names of the calendars.
  static let calendars = CompletionKind.shellCommand("almanac calendars --format '{name}' 2>/dev/null")

  /// The names of zones.
  static let zones = CompletionKind.shellCommand("almanac zones 2>/dev/null")
}

/// Whether the lines of items end with their handles.
struct HandleOptions: ParsableArguments {
  @Flag(help: "Show the handles by which commands name the items.")
  var handles = false
}
