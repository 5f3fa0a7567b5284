/// Windows' names of time zones, which Outlook and Exchange use, with the IANA zones assigned to them in
/// Unicode's CLDR (windowsZones, territory 001, 2025-04).
enum WindowsZones {
  /// The IANA name for a Windows name or display name, without regard to case.
  static func ianaName(of name: String) -> String? {
    guard name.utf8.count <= 200 else { return nil }
    let small = name.lowercased()
    // Exchange appends a number to a second zone of the same name.
    if let known = byName[small] ?? (small.hasSuffix(" 1") ? byName[String(small.dropLast(2))] : nil) {
      return known
    }
    if small == "tzone://microsoft/utc" { return "Etc/UTC" }
    return WindowsDisplayNames.windowsName(of: name).flatMap { byName[$0.lowercased()] }
  }

  /// IANA names by Windows name in lower case.
  private static let byName = Dictionary(firstOf: entries.map { ($0.name.lowercased(), $0.zone) })

  /// Each Windows name with its IANA name and its English display names.
  static let entries = entries(of: table).map { entry in
    let fields = entry.split(separator: " | ")
    return (name: fullName(fields[0]), zone: String(fields[1]), texts: fields[2...].map(String.init))
  }

  /// The entries of a table, several to a line.
  static func entries(of table: String) -> [Substring] {
    table.split(separator: "\n").flatMap { $0.split(separator: " • ") }
  }

  /// The full form of a name in the table, where `ST` abbreviates Standard Time.
  static func fullName(_ name: Substring) -> String {
    String(name.replacing(" ST", with: " Standard Time"))
  }

  private static let table = """
    AUS Central ST | Australia/Darwin | Darwin
    AUS Eastern ST | Australia/Sydney | Canberra, Melbourne, Sydney • Afghanistan ST | Asia/Kabul | Kabul
    Alaskan ST | America/Anchorage | Alaska • Aleutian ST | America/Adak | Aleutian Islands
    Altai ST | Asia/Barnaul | Barnaul, Gorno-Altaysk • Arab ST | Asia/Riyadh | Kuwait, Riyadh
    Arabian ST | Asia/Dubai | Abu Dhabi, Muscat • Arabic ST | Asia/Baghdad | Baghdad
    Argentina ST | America/Buenos_Aires | Buenos Aires | City of Buenos Aires
    Astrakhan ST | Europe/Astrakhan | Astrakhan, Ulyanovsk
    Atlantic ST | America/Halifax | Atlantic Time (Canada) • Aus Central W. ST | Australia/Eucla | Eucla
    Azerbaijan ST | Asia/Baku | Baku • Azores ST | Atlantic/Azores | Azores
    Bahia ST | America/Bahia | Salvador • Bangladesh ST | Asia/Dhaka | Dhaka
    Belarus ST | Europe/Minsk | Minsk • Bougainville ST | Pacific/Bougainville | Bougainville Island
    Canada Central ST | America/Regina | Saskatchewan
    Cape Verde ST | Atlantic/Cape_Verde | Cabo Verde Is. | Cape Verde Is.
    Caucasus ST | Asia/Yerevan | Yerevan • Cen. Australia ST | Australia/Adelaide | Adelaide
    Central America ST | America/Guatemala | Central America
    Central Asia ST | Asia/Bishkek | Astana | Bishkek | Nur-Sultan
    Central Brazilian ST | America/Cuiaba | Cuiaba
    Central Europe ST | Europe/Budapest | Belgrade, Bratislava, Budapest, Ljubljana, Prague
    Central European ST | Europe/Warsaw | Sarajevo, Skopje, Warsaw, Zagreb
    Central Pacific ST | Pacific/Guadalcanal | Solomon Is., New Caledonia
    Central ST | America/Chicago | Central Time (US & Canada)
    Central ST (Mexico) | America/Mexico_City | Guadalajara, Mexico City, Monterrey
    Chatham Islands ST | Pacific/Chatham | Chatham Islands
    China ST | Asia/Shanghai | Beijing, Chongqing, Hong Kong, Urumqi • Cuba ST | America/Havana | Havana
    Dateline ST | Etc/GMT+12 | International Date Line West • E. Africa ST | Africa/Nairobi | Nairobi
    E. Australia ST | Australia/Brisbane | Brisbane • E. Europe ST | Europe/Chisinau | Chisinau | E. Europe
    E. South America ST | America/Sao_Paulo | Brasilia • Easter Island ST | Pacific/Easter | Easter Island
    Eastern ST | America/New_York | Eastern Time (US & Canada)
    Eastern ST (Mexico) | America/Cancun | Chetumal • Egypt ST | Africa/Cairo | Cairo
    Ekaterinburg ST | Asia/Yekaterinburg | Ekaterinburg
    FLE ST | Europe/Kiev | Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius • Fiji ST | Pacific/Fiji | Fiji
    GMT ST | Europe/London | Dublin, Edinburgh, Lisbon, London • GTB ST | Europe/Bucharest | Athens, Bucharest
    Georgian ST | Asia/Tbilisi | Tbilisi • Greenland ST | America/Godthab | Greenland
    Greenwich ST | Atlantic/Reykjavik | Monrovia, Reykjavik • Haiti ST | America/Port-au-Prince | Haiti
    Hawaiian ST | Pacific/Honolulu | Hawaii • India ST | Asia/Calcutta | Chennai, Kolkata, Mumbai, New Delhi
    Iran ST | Asia/Tehran | Tehran • Israel ST | Asia/Jerusalem | Jerusalem • Jordan ST | Asia/Amman | Amman
    Kaliningrad ST | Europe/Kaliningrad | Kaliningrad • Korea ST | Asia/Seoul | Seoul
    Libya ST | Africa/Tripoli | Tripoli • Line Islands ST | Pacific/Kiritimati | Kiritimati Island
    Lord Howe ST | Australia/Lord_Howe | Lord Howe Island • Magadan ST | Asia/Magadan | Magadan
    Magallanes ST | America/Punta_Arenas | Punta Arenas • Marquesas ST | Pacific/Marquesas | Marquesas Islands
    Mauritius ST | Indian/Mauritius | Port Louis • Middle East ST | Asia/Beirut | Beirut
    Montevideo ST | America/Montevideo | Montevideo • Morocco ST | Africa/Casablanca | Casablanca
    Mountain ST | America/Denver | Mountain Time (US & Canada)
    Mountain ST (Mexico) | America/Mazatlan | Chihuahua, La Paz, Mazatlan | La Paz, Mazatlan
    Myanmar ST | Asia/Rangoon | Yangon (Rangoon) • N. Central Asia ST | Asia/Novosibirsk | Novosibirsk
    Namibia ST | Africa/Windhoek | Windhoek • Nepal ST | Asia/Katmandu | Kathmandu
    New Zealand ST | Pacific/Auckland | Auckland, Wellington
    Newfoundland ST | America/St_Johns | Newfoundland • Norfolk ST | Pacific/Norfolk | Norfolk Island
    North Asia East ST | Asia/Irkutsk | Irkutsk • North Asia ST | Asia/Krasnoyarsk | Krasnoyarsk
    North Korea ST | Asia/Pyongyang | Pyongyang • Omsk ST | Asia/Omsk | Omsk
    Pacific SA ST | America/Santiago | Santiago
    Pacific ST | America/Los_Angeles | Pacific Time (US & Canada) | Pacific Time (US & Canada); Tijuana
    Pacific ST (Mexico) | America/Tijuana | Baja California • Pakistan ST | Asia/Karachi | Islamabad, Karachi
    Paraguay ST | America/Asuncion | Asuncion • Qyzylorda ST | Asia/Qyzylorda | Astana, Qyzylorda | Qyzylorda
    Romance ST | Europe/Paris | Brussels, Copenhagen, Madrid, Paris
    Russia Time Zone 10 | Asia/Srednekolymsk | Chokurdakh
    Russia Time Zone 11 | Asia/Kamchatka | Anadyr, Petropavlovsk-Kamchatsky
    Russia Time Zone 3 | Europe/Samara | Izhevsk, Samara
    Russian ST | Europe/Moscow | Moscow, St. Petersburg | Moscow, St. Petersburg, Volgograd
    SA Eastern ST | America/Cayenne | Cayenne, Fortaleza
    SA Pacific ST | America/Bogota | Bogota, Lima, Quito | Bogota, Lima, Quito, Rio Branco
    SA Western ST | America/La_Paz | Georgetown, La Paz, Manaus, San Juan
    SE Asia ST | Asia/Bangkok | Bangkok, Hanoi, Jakarta
    Saint Pierre ST | America/Miquelon | Saint Pierre and Miquelon • Sakhalin ST | Asia/Sakhalin | Sakhalin
    Samoa ST | Pacific/Apia | Samoa • Sao Tome ST | Africa/Sao_Tome | Sao Tome
    Saratov ST | Europe/Saratov | Saratov • Singapore ST | Asia/Singapore | Kuala Lumpur, Singapore
    South Africa ST | Africa/Johannesburg | Harare, Pretoria • South Sudan ST | Africa/Juba | Juba
    Sri Lanka ST | Asia/Colombo | Sri Jayawardenepura • Sudan ST | Africa/Khartoum | Khartoum
    Syria ST | Asia/Damascus | Damascus • Taipei ST | Asia/Taipei | Taipei
    Tasmania ST | Australia/Hobart | Hobart • Tocantins ST | America/Araguaina | Araguaina
    Tokyo ST | Asia/Tokyo | Osaka, Sapporo, Tokyo • Tomsk ST | Asia/Tomsk | Tomsk
    Tonga ST | Pacific/Tongatapu | Nuku'alofa • Transbaikal ST | Asia/Chita | Chita
    Turkey ST | Europe/Istanbul | Istanbul • Turks And Caicos ST | America/Grand_Turk | Turks and Caicos
    US Eastern ST | America/Indianapolis | Indiana (East) • US Mountain ST | America/Phoenix | Arizona
    UTC | Etc/UTC | Coordinated Universal Time • UTC+12 | Etc/GMT-12 | Coordinated Universal Time+12
    UTC+13 | Etc/GMT-13 | Coordinated Universal Time+13 • UTC-02 | Etc/GMT+2 | Coordinated Universal Time-02
    UTC-08 | Etc/GMT+8 | Coordinated Universal Time-08 • UTC-09 | Etc/GMT+9 | Coordinated Universal Time-09
    UTC-11 | Etc/GMT+11 | Coordinated Universal Time-11 • Ulaanbaatar ST | Asia/Ulaanbaatar | Ulaanbaatar
    Venezuela ST | America/Caracas | Caracas • Vladivostok ST | Asia/Vladivostok | Vladivostok
    Volgograd ST | Europe/Volgograd | Volgograd • W. Australia ST | Australia/Perth | Perth
    W. Central Africa ST | Africa/Lagos | West Central Africa
    W. Europe ST | Europe/Berlin | Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
    W. Mongolia ST | Asia/Hovd | Hovd • West Asia ST | Asia/Tashkent | Ashgabat, Tashkent
    West Bank ST | Asia/Hebron | Gaza, Hebron • West Pacific ST | Pacific/Port_Moresby | Guam, Port Moresby
    Yakutsk ST | Asia/Yakutsk | Yakutsk • Yukon ST | America/Whitehorse | Yukon
    """
}
