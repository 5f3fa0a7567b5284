import AlmanacFoundation
import AlmanacTime
import AlmanacViews
import CommandLineKit
import Foundation
import TOMLReading

CommandLineProgram.main(
  international: .here(.foundation) { identifier in
    let locale = Locale(identifier: identifier)
    return (Localization(locale), ViewPhrases(locale))
  }, readTOML: ConfigurationValue.parsing(toml:))
