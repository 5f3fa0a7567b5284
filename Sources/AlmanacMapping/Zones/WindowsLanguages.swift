/// Windows' texts for zones in other languages: the names of places in German, French, Spanish and Italian, and the
/// phrases that name no place. In small letters without accents; places that are spelled alike in English are not here.
enum WindowsLanguages {
  /// The English name of a place.
  static func english(_ place: String) -> String { places[place] ?? place }

  /// The Windows name for a phrase.
  static func windowsName(ofPhrase phrase: String) -> String? { phrases[phrase] }

  private static let places = meanings(
    """
    abu dhabi: abu dabi
    adelaide: adelaida
    algiers: alger; argel
    amman: amann
    ashgabat: asjabad
    asuncion: assomption
    athens: athen; athenes; atenas; atene
    azores: azoren; acores; azzorre
    baghdad: bagdad
    baku: bakou
    belgrade: belgrad; belgrado
    berlin: berlino
    bern: berna; berne
    beirut: beyrouth
    brussels: brussel; bruxelles; bruselas
    bucharest: bukarest; bucarest
    kolkata: calcuta; calcutta; kalkutta; kolkata (calcutta)
    copenhagen: copenaghen; copenhague; kopenhagen
    dhaka: dacca; dacca (dhaka)
    damascus: damas; damasco; damaskus
    dublin: dublino
    edinburgh: edimbourg; edimburgo
    cairo: el cairo; il cairo; kairo; le caire
    yerevan: erewan; erevan; eriwan
    istanbul: estambul
    stockholm: estocolmo; stoccolma
    fiji: fidji; fidschi; fiyi; figi
    jerusalem: gerusalemme
    jakarta: giacarta; yakarta
    greenland: groenland; groenlandia; gronland
    hawaii: hawai
    hong kong: hongkong
    ekaterinburg: jekaterinburg
    karachi: karatschi
    kathmandu: katmandou; katmandu
    kabul: kaboul
    kyiv: kiev; kiew
    kuwait: koweit
    krasnoyarsk: krasnojarsk; krasnoiarsk
    lisbon: lisboa; lisbona; lisbonne; lissabon
    ljubljana: liubliana; lubiana
    london: londra; londres
    muscat: mascate; muskat
    mexico city: mexiko-stadt; ciudad de mexico; citta del messico; mexico
    moscow: mosca; moscou; moscu; moskau
    new delhi: neu-delhi; nueva delhi; nuova delhi
    new caledonia: neukaledonien
    newfoundland: neufundland; terranova; terre-neuve
    nicosia: nikosia
    novosibirsk: nowosibirsk; novossibirsk
    nuku'alofa: nukualofa
    paris: parigi
    beijing: peking; pekin; pechino
    port louis: port-louis
    prague: prag; praga
    yangon (rangoon): rangun; rangoon
    reykjavik: rejkjavik; reikiavik
    riyadh: riad; riyad
    rome: rom; roma
    seoul: seul
    sydney: sidney
    singapore: singapour; singapur
    skopje: skopie
    st. petersburg: s. pietroburgo; san petersburgo; saint-petersbourg
    tashkent: tachkent; taschkent; taskent
    taipei: taipeh
    tehran: teheran
    tbilisi: tiflis
    tokyo: tokio
    ulaanbaatar: ulan bator; oulan-bator
    warsaw: varsavia; varsovia; varsovie; warschau
    vienna: vienne; viena; wien
    vladivostok: wladiwostok
    volgograd: wolgograd; volgogrado
    zagreb: zagabria
    yakutsk: jakutsk; iakoutsk
    irkutsk: irkoutsk
    budapest: budapeste
    hobart: hobart (tasmanien)
    """)

  private static let phrases = meanings(
    """
    W. Europe Standard Time: mitteleuropaische zeit; mitteleuropaische normalzeit; europe de l'ouest
    W. Europe Standard Time: hora estandar de europa occidental; ora solare europa occidentale
    Romance Standard Time: hora estandar romance; ora solare romance
    E. Europe Standard Time: osteuropaische zeit
    UTC: koordinierte weltzeit; temps universel coordonne; tiempo universal coordinado
    UTC: hora universal coordinada; tempo coordinato universale; tempo universale coordinato
    Central America Standard Time: mittelamerika; america central; amerique centrale; america centrale
    W. Central Africa Standard Time: west-zentralafrika; westliches zentralafrika; afrique centrale - ouest
    W. Central Africa Standard Time: africa central occidental; africa centro-occidentale
    W. Central Africa Standard Time: africa centrale occidentale
    Cape Verde Standard Time: kapverdische inseln; kap verde; islas de cabo verde; isole di capo verde
    Cape Verde Standard Time: iles du cap-vert
    Central Pacific Standard Time: salomoninseln, neukaledonien; salomonen, neukaledonien
    Central Pacific Standard Time: iles salomon, nouvelle-caledonie; islas salomon, nueva caledonia
    Central Pacific Standard Time: is. salomone, nuova caledonia
    Dateline Standard Time: internationale datumsgrenze west; internationale datumsgrenze (westen)
    US Eastern Standard Time: indiana (ost); indiana (est); indiana (este)
    Pacific Standard Time: pacific zeit (usa & kanada); pacific time (usa & kanada)
    Pacific Standard Time: pazifik zeit (usa und kanada); pacifique (etats-unis et canada)
    Pacific Standard Time: hora del pacifico (ee. uu. y canada); hora del pacifico (ee.uu. y canada)
    Pacific Standard Time: ora del pacifico (usa e canada); heure du pacifique (etats-unis et canada)
    Mountain Standard Time: mountain zeit (usa & kanada); mountain time (usa & kanada)
    Mountain Standard Time: montagnes rocheuses (etats-unis et canada)
    Mountain Standard Time: hora de las montanas (ee. uu. y canada); fuso occidentale (usa e canada)
    Mountain Standard Time: heure des rocheuses (etats-unis et canada)
    Central Standard Time: central zeit (usa & kanada); central time (usa & kanada)
    Central Standard Time: centre (etats-unis et canada); hora central (ee. uu. y canada)
    Central Standard Time: hora central (ee.uu. y canada); fuso centrale (usa e canada)
    Central Standard Time: heure du centre (etats-unis et canada)
    Eastern Standard Time: eastern zeit (usa & kanada); eastern time (usa & kanada)
    Eastern Standard Time: est (etats-unis et canada); heure de l'est (etats-unis et canada)
    Eastern Standard Time: hora del este (ee. uu. y canada); hora del este (ee.uu. y canada)
    Eastern Standard Time: fuso orientale (usa e canada)
    Atlantic Standard Time: atlantic zeit (kanada); atlantic time (kanada); heure de l'atlantique (canada)
    Atlantic Standard Time: hora del atlantico (canada); ora costa atlantica (canada)
    """)

  /// What each word means, of lines that have behind a meaning and a colon the words for it.
  private static func meanings(_ lines: String) -> [String: String] {
    let pairs = lines.split(separator: "\n").flatMap { line -> [(String, String)] in
      guard let colon = line.firstIndex(of: ":") else { return [] }
      let words = line[line.index(colon, offsetBy: 2)...].split(separator: "; ")
      return words.map { (String($0), String(line[..<colon])) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
