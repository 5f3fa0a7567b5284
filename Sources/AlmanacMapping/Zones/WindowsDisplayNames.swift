/// The display names of zones in Windows: some programs write
/// `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna` as a TZID, in the language of the system.
enum WindowsDisplayNames {
  /// The Windows name for a display name in English, German, French, Spanish or Italian, with or
  /// without a preceding offset: `(UTC+01:00)`, `(GMT+01.00)`, `(GMT + 1.00 h)`. Case, accents and
  /// `/` for commas are ignored.
  static func windowsName(of text: String) -> String? {
    guard text.utf8.count <= 200 else { return nil }
    let plain = folded(String(withoutOffset(text)))
    guard !plain.isEmpty else { return nil }
    if let name = byPlainText[plain] ?? phrases[plain].map({ WindowsZones.fullName($0) }) { return name }
    let names = plain.split(separator: ",").map { String($0.trimmed) }
    let english = names.map { places[$0].map(String.init) ?? $0 }
    if let name = byPlainText[english.joined(separator: ", ")] { return name }
    let zones = Set(english.compactMap { byPlace[$0] })
    return zones.count == 1 ? zones.first : nil
  }

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

  /// The text in lower case, without accents, with commas between places, and without the
  /// prefixes of some versions.
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

  private static func withoutOffset(_ text: String) -> Substring {
    guard let (offset, place) = text.bracketed else { return text[...] }
    return ["UTC", "GMT"].contains { offset.uppercased().hasPrefix($0) } ? place : text[...]
  }

  /// Windows names by display name.
  private static let names = Dictionary(
    firstOf: WindowsZones.entries.flatMap { entry in entry.texts.map { ($0, entry.name) } })
}

// MARK: Other languages

/// German, French, Spanish and Italian words, in lower case without accents.
extension WindowsDisplayNames {
  /// The meanings by word, from a table with lines of a meaning, a colon and the words for it.
  private static func meanings(_ table: String) -> [String: Substring] {
    let pairs = WindowsZones.entries(of: table).flatMap { entry -> [(String, Substring)] in
      let parts = entry.split(separator: ": ")
      return parts[1].split(separator: "; ").map { (String($0), parts[0]) }
    }
    return Dictionary(firstOf: pairs)
  }

  /// English names of places by their names in other languages; equal spellings are omitted.
  private static let places = meanings(
    """
    abu dhabi: abu dabi • adelaide: adelaida • algiers: alger; argel • amman: amann • ashgabat: asjabad
    asuncion: assomption • athens: athen; athenes; atenas; atene • azores: azoren; acores; azzorre
    baghdad: bagdad • baku: bakou • belgrade: belgrad; belgrado • berlin: berlino • bern: berna; berne
    beirut: beyrouth • brussels: brussel; bruxelles; bruselas • bucharest: bukarest; bucarest
    kolkata: calcuta; calcutta; kalkutta; kolkata (calcutta) • copenhagen: copenaghen; copenhague; kopenhagen
    dhaka: dacca; dacca (dhaka) • damascus: damas; damasco; damaskus • dublin: dublino
    edinburgh: edimbourg; edimburgo • cairo: el cairo; il cairo; kairo; le caire
    yerevan: erewan; erevan; eriwan • istanbul: estambul • stockholm: estocolmo; stoccolma
    fiji: fidji; fidschi; fiyi; figi • jerusalem: gerusalemme • jakarta: giacarta; yakarta
    greenland: groenland; groenlandia; gronland • hawaii: hawai • hong kong: hongkong
    ekaterinburg: jekaterinburg • karachi: karatschi • kathmandu: katmandou; katmandu • kabul: kaboul
    kyiv: kiev; kiew • kuwait: koweit • krasnoyarsk: krasnojarsk; krasnoiarsk
    lisbon: lisboa; lisbona; lisbonne; lissabon • ljubljana: liubliana; lubiana • london: londra; londres
    muscat: mascate; muskat • mexico city: mexiko-stadt; ciudad de mexico; citta del messico; mexico
    moscow: mosca; moscou; moscu; moskau • new delhi: neu-delhi; nueva delhi; nuova delhi
    new caledonia: neukaledonien • newfoundland: neufundland; terranova; terre-neuve • nicosia: nikosia
    novosibirsk: nowosibirsk; novossibirsk • nuku'alofa: nukualofa • paris: parigi
    beijing: peking; pekin; pechino • port louis: port-louis • prague: prag; praga
    yangon (rangoon): rangun; rangoon • reykjavik: rejkjavik; reikiavik • riyadh: riad; riyad
    rome: rom; roma • seoul: seul • sydney: sidney • singapore: singapour; singapur • skopje: skopie
    st. petersburg: s. pietroburgo; san petersburgo; saint-petersbourg
    tashkent: tachkent; taschkent; taskent • taipei: taipeh • tehran: teheran • tbilisi: tiflis • tokyo: tokio
    ulaanbaatar: ulan bator; oulan-bator • warsaw: varsavia; varsovia; varsovie; warschau
    vienna: vienne; viena; wien • vladivostok: wladiwostok • volgograd: wolgograd; volgogrado
    zagreb: zagabria • yakutsk: jakutsk; iakoutsk • irkutsk: irkoutsk • budapest: budapeste
    hobart: hobart (tasmanien)
    """)

  /// Windows names by phrases that do not name a place.
  private static let phrases = meanings(
    """
    W. Europe ST: mitteleuropaische zeit; mitteleuropaische normalzeit; europe de l'ouest
    W. Europe ST: hora estandar de europa occidental; ora solare europa occidentale
    Romance ST: hora estandar romance; ora solare romance • E. Europe ST: osteuropaische zeit
    UTC: koordinierte weltzeit; temps universel coordonne; tiempo universal coordinado
    UTC: hora universal coordinada; tempo coordinato universale; tempo universale coordinato
    Central America ST: mittelamerika; america central; amerique centrale; america centrale
    W. Central Africa ST: west-zentralafrika; westliches zentralafrika; afrique centrale - ouest
    W. Central Africa ST: africa central occidental; africa centro-occidentale; africa centrale occidentale
    Cape Verde ST: kapverdische inseln; kap verde; islas de cabo verde; isole di capo verde; iles du cap-vert
    Central Pacific ST: salomoninseln, neukaledonien; salomonen, neukaledonien
    Central Pacific ST: iles salomon, nouvelle-caledonie; islas salomon, nueva caledonia
    Central Pacific ST: is. salomone, nuova caledonia • Dateline ST: internationale datumsgrenze west
    Dateline ST: internationale datumsgrenze (westen) • US Eastern ST: indiana (ost); indiana (est)
    US Eastern ST: indiana (este) • Pacific ST: pacific zeit (usa & kanada); pacific time (usa & kanada)
    Pacific ST: pazifik zeit (usa und kanada); pacifique (etats-unis et canada)
    Pacific ST: hora del pacifico (ee. uu. y canada); hora del pacifico (ee.uu. y canada)
    Pacific ST: ora del pacifico (usa e canada); heure du pacifique (etats-unis et canada)
    Mountain ST: mountain zeit (usa & kanada); mountain time (usa & kanada)
    Mountain ST: montagnes rocheuses (etats-unis et canada); hora de las montanas (ee. uu. y canada)
    Mountain ST: fuso occidentale (usa e canada); heure des rocheuses (etats-unis et canada)
    Central ST: central zeit (usa & kanada); central time (usa & kanada); centre (etats-unis et canada)
    Central ST: hora central (ee. uu. y canada); hora central (ee.uu. y canada); fuso centrale (usa e canada)
    Central ST: heure du centre (etats-unis et canada) • Eastern ST: eastern zeit (usa & kanada)
    Eastern ST: eastern time (usa & kanada); est (etats-unis et canada); heure de l'est (etats-unis et canada)
    Eastern ST: hora del este (ee. uu. y canada); hora del este (ee.uu. y canada)
    Eastern ST: fuso orientale (usa e canada) • Atlantic ST: atlantic zeit (kanada); atlantic time (kanada)
    Atlantic ST: heure de l'atlantique (canada); hora del atlantico (canada); ora costa atlantica (canada)
    """)
}
