import AlmanacFoundation
import AlmanacTime
import AlmanacViews
import CommandLineKit
import Foundation

CommandLineProgram.main(
  international: .here(.foundation) { identifier in
    let locale = Locale(identifier: identifier)
    return (Localization(locale), ViewPhrases(locale))
  })
