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

  private static let names: [String: String] = [
    "Abu Dhabi, Muscat": "Arabian Standard Time",
    "Adelaide": "Cen. Australia Standard Time",
    "Alaska": "Alaskan Standard Time",
    "Aleutian Islands": "Aleutian Standard Time",
    "Amman": "Jordan Standard Time",
    "Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna": "W. Europe Standard Time",
    "Anadyr, Petropavlovsk-Kamchatsky": "Russia Time Zone 11",
    "Araguaina": "Tocantins Standard Time",
    "Arizona": "US Mountain Standard Time",
    "Ashgabat, Tashkent": "West Asia Standard Time",
    "Astana": "Central Asia Standard Time",
    "Astana, Qyzylorda": "Qyzylorda Standard Time",
    "Astrakhan, Ulyanovsk": "Astrakhan Standard Time",
    "Asuncion": "Paraguay Standard Time",
    "Athens, Bucharest": "GTB Standard Time",
    "Atlantic Time (Canada)": "Atlantic Standard Time",
    "Auckland, Wellington": "New Zealand Standard Time",
    "Azores": "Azores Standard Time",
    "Baghdad": "Arabic Standard Time",
    "Baja California": "Pacific Standard Time (Mexico)",
    "Baku": "Azerbaijan Standard Time",
    "Bangkok, Hanoi, Jakarta": "SE Asia Standard Time",
    "Barnaul, Gorno-Altaysk": "Altai Standard Time",
    "Beijing, Chongqing, Hong Kong, Urumqi": "China Standard Time",
    "Beirut": "Middle East Standard Time",
    "Belgrade, Bratislava, Budapest, Ljubljana, Prague": "Central Europe Standard Time",
    "Bishkek": "Central Asia Standard Time",
    "Bogota, Lima, Quito": "SA Pacific Standard Time",
    "Bogota, Lima, Quito, Rio Branco": "SA Pacific Standard Time",
    "Bougainville Island": "Bougainville Standard Time",
    "Brasilia": "E. South America Standard Time",
    "Brisbane": "E. Australia Standard Time",
    "Brussels, Copenhagen, Madrid, Paris": "Romance Standard Time",
    "Buenos Aires": "Argentina Standard Time",
    "Cabo Verde Is.": "Cape Verde Standard Time",
    "Cairo": "Egypt Standard Time",
    "Canberra, Melbourne, Sydney": "AUS Eastern Standard Time",
    "Cape Verde Is.": "Cape Verde Standard Time",
    "Caracas": "Venezuela Standard Time",
    "Casablanca": "Morocco Standard Time",
    "Cayenne, Fortaleza": "SA Eastern Standard Time",
    "Central America": "Central America Standard Time",
    "Central Time (US & Canada)": "Central Standard Time",
    "Chatham Islands": "Chatham Islands Standard Time",
    "Chennai, Kolkata, Mumbai, New Delhi": "India Standard Time",
    "Chetumal": "Eastern Standard Time (Mexico)",
    "Chihuahua, La Paz, Mazatlan": "Mountain Standard Time (Mexico)",
    "Chisinau": "E. Europe Standard Time",
    "Chita": "Transbaikal Standard Time",
    "Chokurdakh": "Russia Time Zone 10",
    "City of Buenos Aires": "Argentina Standard Time",
    "Coordinated Universal Time": "UTC",
    "Coordinated Universal Time+12": "UTC+12",
    "Coordinated Universal Time+13": "UTC+13",
    "Coordinated Universal Time-02": "UTC-02",
    "Coordinated Universal Time-08": "UTC-08",
    "Coordinated Universal Time-09": "UTC-09",
    "Coordinated Universal Time-11": "UTC-11",
    "Cuiaba": "Central Brazilian Standard Time",
    "Damascus": "Syria Standard Time",
    "Darwin": "AUS Central Standard Time",
    "Dhaka": "Bangladesh Standard Time",
    "Dublin, Edinburgh, Lisbon, London": "GMT Standard Time",
    "E. Europe": "E. Europe Standard Time",
    "Easter Island": "Easter Island Standard Time",
    "Eastern Time (US & Canada)": "Eastern Standard Time",
    "Ekaterinburg": "Ekaterinburg Standard Time",
    "Eucla": "Aus Central W. Standard Time",
    "Fiji": "Fiji Standard Time",
    "Gaza, Hebron": "West Bank Standard Time",
    "Georgetown, La Paz, Manaus, San Juan": "SA Western Standard Time",
    "Greenland": "Greenland Standard Time",
    "Guadalajara, Mexico City, Monterrey": "Central Standard Time (Mexico)",
    "Guam, Port Moresby": "West Pacific Standard Time",
    "Haiti": "Haiti Standard Time",
    "Harare, Pretoria": "South Africa Standard Time",
    "Havana": "Cuba Standard Time",
    "Hawaii": "Hawaiian Standard Time",
    "Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius": "FLE Standard Time",
    "Hobart": "Tasmania Standard Time",
    "Hovd": "W. Mongolia Standard Time",
    "Indiana (East)": "US Eastern Standard Time",
    "International Date Line West": "Dateline Standard Time",
    "Irkutsk": "North Asia East Standard Time",
    "Islamabad, Karachi": "Pakistan Standard Time",
    "Istanbul": "Turkey Standard Time",
    "Izhevsk, Samara": "Russia Time Zone 3",
    "Jerusalem": "Israel Standard Time",
    "Juba": "South Sudan Standard Time",
    "Kabul": "Afghanistan Standard Time",
    "Kaliningrad": "Kaliningrad Standard Time",
    "Kathmandu": "Nepal Standard Time",
    "Khartoum": "Sudan Standard Time",
    "Kiritimati Island": "Line Islands Standard Time",
    "Krasnoyarsk": "North Asia Standard Time",
    "Kuala Lumpur, Singapore": "Singapore Standard Time",
    "Kuwait, Riyadh": "Arab Standard Time",
    "La Paz, Mazatlan": "Mountain Standard Time (Mexico)",
    "Lord Howe Island": "Lord Howe Standard Time",
    "Magadan": "Magadan Standard Time",
    "Marquesas Islands": "Marquesas Standard Time",
    "Minsk": "Belarus Standard Time",
    "Monrovia, Reykjavik": "Greenwich Standard Time",
    "Montevideo": "Montevideo Standard Time",
    "Moscow, St. Petersburg": "Russian Standard Time",
    "Moscow, St. Petersburg, Volgograd": "Russian Standard Time",
    "Mountain Time (US & Canada)": "Mountain Standard Time",
    "Nairobi": "E. Africa Standard Time",
    "Newfoundland": "Newfoundland Standard Time",
    "Norfolk Island": "Norfolk Standard Time",
    "Novosibirsk": "N. Central Asia Standard Time",
    "Nuku'alofa": "Tonga Standard Time",
    "Nur-Sultan": "Central Asia Standard Time",
    "Omsk": "Omsk Standard Time",
    "Osaka, Sapporo, Tokyo": "Tokyo Standard Time",
    "Pacific Time (US & Canada)": "Pacific Standard Time",
    "Pacific Time (US & Canada); Tijuana": "Pacific Standard Time",
    "Perth": "W. Australia Standard Time",
    "Port Louis": "Mauritius Standard Time",
    "Punta Arenas": "Magallanes Standard Time",
    "Pyongyang": "North Korea Standard Time",
    "Qyzylorda": "Qyzylorda Standard Time",
    "Saint Pierre and Miquelon": "Saint Pierre Standard Time",
    "Sakhalin": "Sakhalin Standard Time",
    "Salvador": "Bahia Standard Time",
    "Samoa": "Samoa Standard Time",
    "Santiago": "Pacific SA Standard Time",
    "Sao Tome": "Sao Tome Standard Time",
    "Sarajevo, Skopje, Warsaw, Zagreb": "Central European Standard Time",
    "Saratov": "Saratov Standard Time",
    "Saskatchewan": "Canada Central Standard Time",
    "Seoul": "Korea Standard Time",
    "Solomon Is., New Caledonia": "Central Pacific Standard Time",
    "Sri Jayawardenepura": "Sri Lanka Standard Time",
    "Taipei": "Taipei Standard Time",
    "Tbilisi": "Georgian Standard Time",
    "Tehran": "Iran Standard Time",
    "Tomsk": "Tomsk Standard Time",
    "Tripoli": "Libya Standard Time",
    "Turks and Caicos": "Turks And Caicos Standard Time",
    "Ulaanbaatar": "Ulaanbaatar Standard Time",
    "Vladivostok": "Vladivostok Standard Time",
    "Volgograd": "Volgograd Standard Time",
    "West Central Africa": "W. Central Africa Standard Time",
    "Windhoek": "Namibia Standard Time",
    "Yakutsk": "Yakutsk Standard Time",
    "Yangon (Rangoon)": "Myanmar Standard Time",
    "Yerevan": "Caucasus Standard Time",
    "Yukon": "Yukon Standard Time",
  ]
}
