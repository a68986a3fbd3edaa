/** The used parts of packages without types. */

declare module '@marbec/web-auto-extractor' {
  export type Extracted = { jsonld: Record<string, object[]>; microdata: object; rdfa: object; errors: object[] }
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean })
    parse(html: string): Extracted
  }
}

declare module '@adobe/structured-data-validator' {
  import type { Extracted } from '@marbec/web-auto-extractor'
  type Issue = {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
    errorType?: string
    path?: { type?: string; property?: string }[]
  }
  export default class Validator {
    constructor(vocabulary: { '@graph': object[] })
    validate(extracted: Extracted): Promise<Issue[]>
  }
}
