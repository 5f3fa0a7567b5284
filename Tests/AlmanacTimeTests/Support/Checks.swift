import AlmanacTime
import Testing

/// Expects that reading fails with a kind of fault at an offset of the text.
func expectFault<T>(
  _ code: TimeError.Code, at offset: Int, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ read: (String) throws(TimeError) -> T
) {
  do {
    let value = try read(text)
    Issue.record("\(text) was read as \(value)", sourceLocation: sourceLocation)
  } catch {
    #expect(error.code == code, "\(text): \(error)", sourceLocation: sourceLocation)
    #expect(error.offset == offset, "\(text): \(error)", sourceLocation: sourceLocation)
    #expect(!error.expected.isEmpty, sourceLocation: sourceLocation)
  }
}

/// Numbers at which sums and products overflow, and their neighbours.
let extremes: [Int] = [
  Int.min, Int.min + 1, -(1 << 61), -(1 << 60) - 1, -(1 << 60), Int(Int32.min), -86_400, -1, 0, 1, 86_399,
  Int(Int32.max), 1 << 60, (1 << 60) + 1, 1 << 61, Int.max - 1, Int.max,
]
