import AlmanacComponents

/// Windows' names of time zones, which Outlook and Exchange use, with the IANA zones assigned to them in
/// Unicode's CLDR (windowsZones, territory 001, 2025-04).
///
/// Some programs write a display name as a TZID, in the language of the system:
/// `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`. The tables are the text files beside this one.
package enum WindowsZones {
  /// The IANA name for a Windows name or display name, without regard to case.
  package static func ianaName(of name: String) -> String? {
    guard name.utf8.count <= 200 else { return nil }
    let small = name.lowercased()
    // Exchange appends a number to a second zone of the same name.
    if let known = byName[small] ?? (small.hasSuffix(" 1") ? byName[String(small.dropLast(2))] : nil) {
      return known
    }
    if small == "tzone://microsoft/utc" { return "Etc/UTC" }
    return windowsName(of: name).flatMap { byName[$0.lowercased()] }
  }

  /// The Windows name for a display name in English, German, French, Spanish or Italian, with or
  /// without a preceding offset: `(UTC+01:00)`, `(GMT+01.00)`, `(GMT + 1.00 h)`. Case, accents and
  /// `/` for commas are ignored.
  private static func windowsName(of text: String) -> String? {
    let plain = folded(String(withoutOffset(text)))
    guard !plain.isEmpty else { return nil }
    if let name = byPlainText[plain] ?? phrases[plain] { return name }
    let names = plain.split(separator: ",").map { String($0.trimmed) }
    let english = names.map { places[$0] ?? $0 }
    if let name = byPlainText[english.joined(separator: ", ")] { return name }
    let zones = Set(english.compactMap { byPlace[$0] })
    return zones.count == 1 ? zones.first : nil
  }

  private static func withoutOffset(_ text: String) -> Substring {
    guard let (offset, place) = text.bracketed else { return text[...] }
    return ["UTC", "GMT"].contains { offset.uppercased().hasPrefix($0) } ? place : text[...]
  }

  /// The text in lower case, without accents, with commas between places, and without a prefix that ends with a colon, as
  /// some versions of Windows have it.
  private static func folded(_ text: String) -> String {
    let bases: [Character: String] = [
      "á": "a", "à": "a", "â": "a", "ä": "a", "ã": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i",
      "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "ö": "o", "ú": "u", "ù": "u", "û": "u",
      "ü": "u", "ñ": "n", "ç": "c", "ß": "ss", "\u{2019}": "'", "\u{A0}": " ",
    ]
    var plain = text.lowercased().reduce(into: "") { $0 += bases[$1] ?? String($1) }
    plain = plain.replacing("&amp;", with: "&").replacing("e.-u.", with: "etats-unis")
    plain = plain.replacing(" / ", with: ", ").replacing(" and canada", with: " & canada")
    let start = plain.firstIndex(of: ":").map { plain.index(after: $0) } ?? plain.startIndex
    return String(plain[start...].trimmed)
  }
}

// MARK: Tables

extension WindowsZones {
  /// Each Windows name with its IANA name and its English display names.
  static let entries = rows(of: PackageResources.WindowsZones_txt).map { row in
    (name: row[0], zone: row[1], texts: row[2...])
  }

  /// The fields of each line of a table.
  private static func rows(of table: [UInt8]) -> [[String]] {
    String(decoding: table, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " | ").map { String($0) }
    }
  }

  /// IANA names by Windows name in lower case.
  private static let byName = Dictionary(firstOf: entries.map { ($0.name.lowercased(), $0.zone) })

  /// Windows names by display name.
  private static let names = Dictionary(
    firstOf: entries.flatMap { entry in entry.texts.map { ($0, entry.name) } })

  /// Windows names by English display name, without accents and in lower case.
  private static let byPlainText = Dictionary(
    names.map { (folded($0), $1) }, uniquingKeysWith: { first, second in min(first, second) })

  /// Windows names by places that occur in one zone only.
  private static let byPlace: [String: String] = {
    var zones: [String: Set<String>] = [:]
    for (text, name) in names {
      for place in text.split(separator: ",") { zones[folded(String(place)), default: []].insert(name) }
    }
    return zones.compactMapValues { $0.count == 1 ? $0.first : nil }
  }()

  /// English names of places by their German, French, Spanish and Italian names, in lower case without accents;
  /// equal spellings are omitted.
  private static let places = meanings(PackageResources.WindowsPlaces_txt)

  /// Windows names by phrases in those languages that do not name a place.
  private static let phrases = meanings(PackageResources.WindowsPhrases_txt)

  /// The first field of each line by the other fields.
  private static func meanings(_ table: [UInt8]) -> [String: String] {
    Dictionary(firstOf: rows(of: table).flatMap { row in row.dropFirst().map { ($0, row[0]) } })
  }
}
