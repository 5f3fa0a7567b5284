import AlmanacEvents
import AlmanacTime
import TestSupport
import Testing

@Suite("Alphabetical order")
struct AlphabeticalKeyTests {
  /// Sorted by Perl's Unicode::Collate 1.31 with the DUCET of Unicode 13 and `variable => 'non-ignorable'`.
  static let byUnicodeCollation = [
    "1", "2 series", "9 vides", "a 1", "a-1", "a1", "ab", "áb", "ABC", "Abdominales", "ac", "ác", "ắc",
    "angel",
    "Ángel", "Angela", "cevir", "Çevir", "cevirme", "curl", "Curl", "cúrl", "Curl de bíceps", "curl femoral",
    "dips", "Dips", "ech", "ếch", "ed", "elevació de talons", "Élévation latérale", "Elevazione laterale",
    "Flexió", "flexión", "Flexions", "lyzka", "Łyżwa", "lz", "nono", "Nono", "Ñoño", "odd", "Ødegaard",
    "Odyssee", "oeuvre", "Œuvre", "Ofen", "peso", "Peso muerto", "péso muerto", "Pres", "Prés", "Press banca",
    "press-banca inclinado", "Pressa", "series", "sinav", "şinav", "sit up", "sit-up", "situp", "strasse",
    "Straße", "Strassen", "ubung", "Übung", "Zancada", "zancada inversa", "αλμα", "άλμα", "ελξεις", "Ελξη",
    "έλξη", "ωμοι", "ώμος", "еж", "елка", "ёлка", "Жим", "жим лежа", "жим лёжа", "жимок", "иди", "йога",
    "кот",
    "가슴", "각", "나",
  ]

  @Test("R1 names in nine scripts and languages are in the order of Unicode's collation", arguments: 1...20)
  func unicodeCollation(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let shuffled = Self.byUnicodeCollation.shuffled(using: &random)
    #expect(shuffled.sorted { AlphabeticalKey($0) < AlphabeticalKey($1) } == Self.byUnicodeCollation)
  }

  /// Sorted by ICU 72 for `es` and for `root`, with numeric collation.
  static let bySpanishCollation = [
    "Àngel", "Ángela", "ano", "Anouk", "Antonio", "Anxo", "anzu", "año", "Añover", "Munoz", "munz", "Muñoz",
    "nube",
    "Nuria", "Ñandu", "ñandú", "Ñico", "ñu", "Ocanas", "ocano", "Ocaña", "ocaz", "Oriol", "Zuna", "Zunzu",
    "Zúñiga",
  ]
  static let byRootCollation = [
    "Àngel", "Ángela", "ano", "año", "Anouk", "Añover", "Antonio", "Anxo", "anzu", "Munoz", "Muñoz", "munz",
    "Ñandu",
    "ñandú", "Ñico", "ñu", "nube", "Nuria", "Ocaña", "Ocanas", "ocano", "ocaz", "Oriol", "Zuna", "Zúñiga",
    "Zunzu",
  ]

  @Test("G1 L1 people's names are in the order of their readers' language", arguments: 1...10)
  func byLanguage(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let shuffled = Self.byRootCollation.shuffled(using: &random)
    #expect(shuffled.alphabetical(in: .spanish) { $0 } == Self.bySpanishCollation)
    for language in [Localization.catalan, .english, .italian, .french, .german, .portuguese] {
      #expect(shuffled.alphabetical(in: language) { $0 } == Self.byRootCollation)
    }
    // With the tilde as a code point of its own.
    let decomposed = shuffled.map { $0.replacing("ñ", with: "n\u{303}").replacing("Ñ", with: "N\u{303}") }
    #expect(decomposed.alphabetical(in: .spanish) { $0 } == Self.bySpanishCollation)
    // Elements of one name stay in their order.
    let pairs = (0..<20).map { (number: $0, name: $0 % 2 == 0 ? "Ana" : "Ñico") }
    let sorted = pairs.alphabetical(in: .spanish) { $0.name }.map { $0.number }
    #expect(sorted == (0..<20).filter { $0 % 2 == 0 } + (0..<20).filter { $0 % 2 == 1 })
  }

  @Test("Composed and decomposed accents are in the same order")
  func encodings() {
    // NFC, NFD as python's unicodedata gives them.
    let forms: [(String, String)] = [
      ("\u{E9}lan", "e\u{301}lan"), ("\u{1EBF}", "e\u{302}\u{301}"), ("\u{3AC}", "\u{3B1}\u{301}"),
      ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{C5}", "A\u{30A}"),
    ]
    for (composed, decomposed) in forms {
      for other in Self.byUnicodeCollation where other != composed {
        let (one, two) = (AlphabeticalKey(composed), AlphabeticalKey(decomposed))
        #expect((one < AlphabeticalKey(other)) == (two < AlphabeticalKey(other)), "\(composed) \(other)")
      }
    }
  }

  @Test("Numbers count as numbers, also of 400 digits and of other scripts")
  func numbers() {
    let long = String(repeating: "9", count: 400)
    let names = ["0", "Press 2", "Press 02", "Press ٣", "Press 10", "Press \(long)", "Press 1\(long)"]
    #expect(
      names.shuffled().sorted { AlphabeticalKey($0) < AlphabeticalKey($1) } == ["0", "Press 02"]
        + names.filter { $0 != "0" && $0 != "Press 02" })
  }

  @Test("It is a total order: of two different texts one comes first, and so of three")
  func total() {
    var random = SeededGenerator(seed: 9)
    let alphabet = Array("aAáÁbßsS 1203-e\u{301}\u{1F3CB}ñØæ".unicodeScalars)
    let keys = (0..<min(rounds(60), 120)).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text.append(alphabet[Int.random(in: alphabet.indices, using: &random)])
      }
      return AlphabeticalKey(String(text))
    }
    for one in keys {
      for two in keys {
        if [one < two, two < one, one == two].count(where: { $0 }) != 1 { Issue.record("\(one) \(two)") }
        for three in keys where one < two && two < three {
          if !(one < three) { Issue.record("\(one) \(two) \(three)") }
        }
      }
    }
  }

  @Test(
    "a text is found in others without regard to case, accents and the form of apostrophes",
    arguments: [
      ("cafe", "Cafè à Zürich"), ("ZURICH", "Cafè à Zürich"), ("Zürich", "zurich"), ("cafe", "Cafe\u{301}"),
      ("strasse", "Große Straße"), ("lodz", "Łódź"), ("2026", "año 2026"),
      ("l'equip", "Sopar amb l’equip"), ("l’equip", "L'EQUIP"), ("\"b\"", "a “B”"),
    ])
  func folded(text: String, other: String) {
    #expect(other.searchFolded.contains(text.searchFolded))
  }
}
