import CIcal

/// libical by itself: what the library is measured against.
final class LibicalTree {
  private let component: OpaquePointer

  init?(_ text: [CChar]) {
    guard let component = text.withUnsafeBufferPointer({ icalparser_parse_string($0.baseAddress) }) else {
      return nil
    }
    self.component = component
  }

  deinit { icalcomponent_free(component) }

  /// The number of bytes printed.
  func print() -> Int {
    guard let text = icalcomponent_as_ical_string_r(component) else { return 0 }
    defer { icalmemory_free_buffer(text) }
    var count = 0
    while text[count] != 0 { count += 1 }
    return count
  }

  static func prepare() { icalerror_set_errors_are_fatal(0) }
}
