import type { MessageId } from '#i18n/messages'
import type { Block } from '#records/kind/field-schemas'
import caseStudy from '../../../starter/patterns/case.json'
import landing from '../../../starter/patterns/landing.json'
import questions from '../../../starter/patterns/questions.json'
import service from '../../../starter/patterns/service.json'
import team from '../../../starter/patterns/team.json'

/** A template for a new page: complete in both languages, so that only the texts have to be replaced. */
export type PatternPage = {
  title: string
  blocks: Block[]
  translations: { es: { title: string; blocks: Record<string, Record<string, unknown>> } }
}

type PatternName = 'landing' | 'service' | 'case' | 'team' | 'questions'

/** The templates for a new page, in the order of the dialog. */
export const patterns: Record<PatternName, { title: MessageId; page: PatternPage }> = {
  landing: { title: 'custom-page.patterns.landing', page: landing },
  service: { title: 'custom-page.patterns.service', page: service },
  case: { title: 'custom-page.patterns.case', page: caseStudy },
  team: { title: 'custom-page.patterns.team', page: team },
  questions: { title: 'custom-page.patterns.questions', page: questions },
}
