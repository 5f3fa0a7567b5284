extension String {
  /// By what texts are compared where case does not matter, Unicode's caseless matching by way of the upper case:
  /// `STRASSE` and `Straße` are one, and so are `ΟΔΟΣ` and `οδος`.
  package var caseFolded: String {
    utf8.allSatisfy { $0 < 0x80 } ? lowercased() : uppercased().lowercased()
  }
}
