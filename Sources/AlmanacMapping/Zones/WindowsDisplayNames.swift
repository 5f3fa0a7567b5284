/// The texts by which Windows shows its zones: some programs write
/// `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna` as a TZID, in whatever language they run.
enum WindowsDisplayNames {
  /// The Windows name for a text, in English, German, French, Spanish or Italian, with or without an offset before it:
  /// `(UTC+01:00)`, `(GMT+01.00)`, `(GMT + 1.00 h)`. Case, accents and `/` for commas do not matter.
  static func windowsName(of text: String) -> String? {
    guard text.utf8.count <= 200 else { return nil }
    let plain = folded(String(withoutOffset(text)))
    guard !plain.isEmpty else { return nil }
    if let name = byPlainText[plain] ?? WindowsLanguages.windowsName(ofPhrase: plain) { return name }
    let places = plain.split(separator: ",").map { WindowsLanguages.english(trimmed($0)) }
    if let name = byPlainText[places.joined(separator: ", ")] { return name }
    let zones = Set(places.compactMap { byPlace[$0] })
    return zones.count == 1 ? zones.first : nil
  }

  /// Each text in English without accents and capitals.
  private static let byPlainText = Dictionary(
    names.map { (folded($0.key), $0.value) }, uniquingKeysWith: { first, second in min(first, second) })

  /// Places that stand for one zone only.
  private static let byPlace: [String: String] = {
    var zones: [String: Set<String>] = [:]
    for (text, name) in names {
      for place in text.split(separator: ",") { zones[folded(trimmed(place)), default: []].insert(name) }
    }
    return zones.compactMapValues { $0.count == 1 ? $0.first : nil }
  }()

  private static func trimmed(_ text: Substring) -> String {
    let head = text.drop { $0 == " " }
    return String(head.dropLast(head.reversed().prefix { $0 == " " }.count))
  }

  /// In small letters, without accents, with commas between places, and without what some versions put before them.
  private static func folded(_ text: String) -> String {
    let bases: [Character: String] = [
      "á": "a", "à": "a", "â": "a", "ä": "a", "ã": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i",
      "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "ö": "o", "ú": "u", "ù": "u", "û": "u",
      "ü": "u", "ñ": "n", "ç": "c", "ß": "ss", "\u{2019}": "'", "\u{A0}": " ",
    ]
    var plain = text.lowercased().reduce(into: "") { $0 += bases[$1] ?? String($1) }
    plain = plain.replacing("&amp;", with: "&").replacing("e.-u.", with: "etats-unis")
    plain = plain.replacing(" / ", with: ", ").replacing(" and canada", with: " & canada")
    if let colon = plain.firstIndex(of: ":") { plain = String(plain[plain.index(after: colon)...]) }
    return trimmed(plain[...])
  }

  private static func withoutOffset(_ text: String) -> Substring {
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return text[...] }
    let inner = text[text.index(after: text.startIndex)..<end].uppercased()
    guard inner.hasPrefix("UTC") || inner.hasPrefix("GMT") else { return text[...] }
    return text[text.index(after: end)...].drop { $0 == " " }
  }

  /// By the text, the Windows name.
  private static let names = Dictionary(
    WindowsZones.entries.flatMap { entry in entry.dropFirst(2).map { ($0, entry[0]) } },
    uniquingKeysWith: { first, _ in first })
}
