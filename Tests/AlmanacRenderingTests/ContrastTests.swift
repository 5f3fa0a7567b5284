import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews
import Testing

/// WCAG 2.2, success criterion 1.4.3: 4.5 for text.
@Suite("Contrast")
struct ContrastTests {
  /// Colours that items have: of the palette, and every one that CSS names, as they are shown.
  static let fills = Palette.standard.shades + named + [.reservedRed]

  private static let named: [CalendarColor] = [
    "aliceblue", "aqua", "azure", "beige", "black", "blue", "blueviolet", "brown", "chartreuse", "coral",
    "crimson",
    "darkblue", "darkcyan", "darkgreen", "darkmagenta", "darkorange", "darkred", "deeppink", "dimgray",
    "dodgerblue",
    "firebrick", "forestgreen", "fuchsia", "gold", "gray", "green", "hotpink", "indigo", "khaki", "lavender",
    "lime",
    "maroon", "mediumpurple", "navy", "olive", "orange", "orangered", "orchid", "peru", "pink", "purple",
    "red",
    "royalblue", "salmon", "seagreen", "sienna", "silver", "slateblue", "steelblue", "tan", "teal", "tomato",
    "turquoise", "violet", "white", "yellow",
  ].map { try! CalendarColor($0).shown }

  @Test("of the text on every colour of an item, at every depth")
  func onColours() {
    for color in Self.fills {
      #expect(color.contrastRatio(with: color.contrastingText) >= 4.5)
      for depth in ColorDepth.allCases {
        let nearest = depth.nearest(to: color)
        #expect(nearest.contrastRatio(with: nearest.contrastingText) >= 4.5)
      }
    }
  }

  @Test("of the words around items in both themes of pictures", arguments: SVGRenderer.Theme.allCases)
  func pictures(theme: SVGRenderer.Theme) throws {
    let renderer = SVGRenderer(theme: theme)
    let source = renderer.document(ViewSample.month())
    func color(_ pattern: Regex<(Substring, Substring)>) throws -> CalendarColor {
      try CalendarColor(String(try #require(source.firstMatch(of: pattern)).1))
    }
    let paper = try color(/height="100%" fill="(#[0-9a-f]{6})"/)
    // The shade of a day of a neighbouring month.
    let shade = try color(/<rect x="46" y="84"[^>]* fill="(#[0-9a-f]{6})"/)
    let inks = [
      try color(/font-size="22" fill="(#[0-9a-f]{6})"/), try color(/font-size="11" fill="(#[0-9a-f]{6})"/),
    ]
    #expect(paper != shade && inks[0] != inks[1])
    for ink in inks {
      for back in [paper, shade] { #expect(ink.contrastRatio(with: back) >= 4.5) }
    }
  }

  @Test("of the words around items on pages, light and dark")
  func pages() throws {
    let source = HTMLRenderer().document(ViewSample.month())
    // Each as `light-dark(#fff,#000)`.
    func colors(_ name: String) throws -> [CalendarColor] {
      let pair = try #require(
        source.firstMatch(of: try Regex("--al-\(name):light-dark\\((#[0-9a-f]+),(#[0-9a-f]+)\\)")))
      return try [1, 2].map { try CalendarColor(String(pair[$0].substring ?? "")) }
    }
    let grounds = try ["paper", "shade", "tint"].map(colors)
    for ink in try ["ink", "faint"].map(colors) {
      for ground in grounds {
        for theme in 0..<2 { #expect(ink[theme].contrastRatio(with: ground[theme]) >= 4.5) }
      }
    }
    #expect(HTMLRenderer.styleSheet.contains("@media screen{.al.al-dark{color-scheme:dark}}"))
  }

  @Test("of coloured text on terminals, light and dark")
  func terminals() {
    for color in Palette.standard.shades {
      for (background, back) in [(TextRenderer.Background.dark, CalendarColor.black), (.light, .white)] {
        let renderer = TextRenderer(colors: .trueColor, background: background)
        let item = ViewSample.allDay("x", "2026-03-04", "2026-03-05", color: color)
        let view = ListView(
          of: ViewSample.march.firstDay...ViewSample.march.lastDay, showing: ViewContents([item]), in: .utc)
        let inks = renderer.lines(view).flatMap(\.runs).compactMap(\.style.foreground)
        #expect(!inks.isEmpty && inks.allSatisfy { $0.contrastRatio(with: back) >= 4.5 })
      }
    }
  }
}
