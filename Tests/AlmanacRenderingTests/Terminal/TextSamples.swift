/// Texts put together from pieces of all kinds by SplitMix64 from a fixed seed, the same in every run.
func sampleTexts(_ count: Int, seed: UInt64 = 5545) -> [String] {
  let pieces = [
    "a", "Z", " ", "  ", "word", "longerword", "-", "é", "e\u{301}", "ñ", "日", "本語", "한", "（", "）", "。", "、",
    "👍🏽", "👨‍👩‍👧", "🇨🇭", "1\u{FE0F}\u{20E3}", "❤\u{FE0F}", "क्षि", "\u{200B}", "…", "\t", "\n", "\r\n", "\u{1B}[31m",
    "\u{9B}2J", "\u{7}", "\u{0}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{7F}", "\u{1B}]0;x\u{7}", "שלום",
    "مرحبا", "ا\u{644}\u{64E}", "\u{200F}", "א1",
  ]
  var state = seed
  func next(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ mixed >> 31) % UInt64(bound))
  }
  return (0..<count).map { _ in (0..<next(24)).map { _ in pieces[next(pieces.count)] }.joined() }
}

/// Whether nothing in the text acts on a terminal or on the direction of its neighbours.
func isInert(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .lineSeparator
      && scalar.properties.generalCategory != .paragraphSeparator
      && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
  }
}
