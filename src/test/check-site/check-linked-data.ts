import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import type { Outcome } from './finding'
import type { Sent } from './read-site'
import { readVocabulary } from './vocabulary'

/**
 * Checks the structured data of pages against schema.org's vocabulary, and against the requirements of search engines.
 * Missing recommended properties are no finding.
 */
export async function checkLinkedData(pages: Sent[]): Promise<Outcome> {
  const validator = new Validator(readVocabulary())
  const told = pages.map(({ address, text }) => ({
    address,
    found: new WebAutoExtractor({ addLocation: true }).parse(text),
  }))
  const checked = await Promise.all(
    told.map(async ({ address, found }) =>
      (await validator.validate(found))
        .filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg')
        .map(({ issueMessage, path = [] }) => ({
          check: 'linked data',
          address,
          message: `${path.map(({ type, property }) => [property, type].filter(Boolean).join(' ')).join(' > ')}: ${issueMessage}`,
        })),
    ),
  )
  const none = told.every(({ found }) => Object.keys(found.jsonld).length === 0)
  return { findings: checked.flat(), skipped: none ? ['linked data: no page has any'] : [] }
}
