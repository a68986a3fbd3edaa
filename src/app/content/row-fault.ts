import type { Issue } from '#contract/http-error'
import { isMessageId, translate } from '#i18n/translate'
import { defaultLanguage, type Language } from '#i18n/language'
import { StartError } from '#platform/start-error'

/** A row of an archive that its table's contract refuses: the `number`-th of its part. */
export class RowFault extends StartError {
  constructor(
    readonly part: string,
    readonly number: number,
    readonly issue: Issue,
  ) {
    super(
      `The archive is damaged: row ${number} of ${part} does not fit: ${part}.${issue.path}: ${reasonOf(issue, defaultLanguage)}`,
    )
  }
}

/** Why the row is refused. A validator's own words are not shown. */
export const reasonOf = ({ path, message }: Issue, language: Language): string =>
  translate(language, isMessageId(message) ? message : 'validation.value', { field: path })
