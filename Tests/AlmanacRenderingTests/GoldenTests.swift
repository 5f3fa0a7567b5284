import AlmanacRendering
import Foundation
import Testing

/// Renderings that were looked at once: text in a terminal, SVG by librsvg and HTML by Chromium as pictures.
///
/// After a change that is meant, write them anew and look at them again:
///
///     ALMANAC_REWRITE_GOLDEN=1 swift test --filter GoldenTests
///     rsvg-convert month.svg -o month.png
///     chromium --headless --screenshot=month.png month.html
@Suite("Renderings equal the stored ones byte for byte")
struct GoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
  static let isRewriting = ProcessInfo.processInfo.environment["ALMANAC_REWRITE_GOLDEN"] == "1"

  @Test("in every form", arguments: GoldenSample.all)
  func golden(sample: GoldenSample) throws {
    let file = Self.folder.appending(path: sample.name)
    let rendered = sample.render()
    if Self.isRewriting { try Data(rendered.utf8).write(to: file) }
    let stored = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(rendered == stored, "\(sample.name) is not as it was looked at")
  }

  @Test("and there are no others")
  func noOthers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(GoldenSample.all.map(\.name)))
  }
}
