import AlmanacEvents
import AlmanacICS

/// What the file `color` of a folder says.
struct CollectionColor: Sendable, Hashable {
  /// As it is written, before any rule about reserved colours.
  var color: CalendarColor?
  /// What is wrong with it, in the words in which the same is told of a COLOR.
  var diagnostic: Diagnostic?

  /// - Parameter text: Its one line; `nil` when the file is empty, which says nothing.
  init(_ text: String?) {
    guard let text else { return }
    do throws(ColorError) {
      let color = try CalendarColor(text)
      self.color = color
      if color.isRed {
        diagnostic = Diagnostic(
          .note, .reservedColor, line: 1,
          message: "\(text) is a red, which is kept for days with several items",
          repair: "kept, and shown as another colour")
      }
    } catch {
      diagnostic = Diagnostic(
        .warning, .badValue, line: 1, message: "\(text) is no colour (expected \(error.expected))",
        repair: "left out")
    }
  }
}
