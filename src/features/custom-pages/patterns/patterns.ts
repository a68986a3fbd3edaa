import type { MessageId } from '#i18n/messages'
import { caseStudy } from './case-study'
import { landingPage } from './landing-page'
import type { PatternPage } from './pattern'
import { questions } from './questions'
import { service } from './service'
import { team } from './team'

/** The templates for a new page, in the order of the dialog. */
export const patterns = {
  landing: { title: 'custom-page.patterns.landing', page: landingPage },
  service: { title: 'custom-page.patterns.service', page: service },
  case: { title: 'custom-page.patterns.case', page: caseStudy },
  team: { title: 'custom-page.patterns.team', page: team },
  questions: { title: 'custom-page.patterns.questions', page: questions },
} as const satisfies Record<string, { title: MessageId; page: PatternPage }>
