import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { records, text } from '#text/reading'
import { Html } from '#ui/prose/html'
import { Picture } from '#ui/pictures/picture'
import { Region } from '#ui/region'
import { Loading, SkeletonText } from '#ui/skeleton'
import { usePageContent } from '#features/pages/use-page-content'
import { EmptySheet } from './lists/empty-sheet'
import { LoadFailure } from './not-found/load-failure'
import { PageHead } from './layout/page-head'
import { PageHeading, PageHeadingSkeleton } from './lists/page-heading'

export function About() {
  return (
    <>
      <PageHead page="about" />
      <Region loading={<AboutSkeleton />} failed={aboutFailure}>
        <StoredAbout />
      </Region>
    </>
  )
}

function StoredAbout() {
  return <AboutTexts content={usePageContent('about')} />
}

export function AboutTexts({ content }: { content: Record<string, unknown> }) {
  const t = useText()
  const html = text(content, 'content')
  const principles = [
    { key: 'vision', title: t('about.vision'), text: text(content, 'vision') },
    { key: 'mission', title: t('about.mission'), text: text(content, 'mission') },
    { key: 'history', title: t('about.history'), text: text(content, 'history') },
  ].filter((principle) => principle.text !== undefined)
  const people = records(content, 'team')
    .map((person) => ({
      name: text(person, 'name'),
      role: text(person, 'role'),
      bio: text(person, 'bio'),
      photo: text(person, 'photo'),
    }))
    .filter(({ name }) => name !== undefined)
  const isEmpty = html === undefined && principles.length === 0 && people.length === 0
  return (
    <>
      <PageHeading title={text(content, 'title') ?? t('about.title')} subtitle={text(content, 'subtitle')} />
      <div className="page-body about">
        {html && <Html className="about-story ruled" html={html} />}
        {principles.length > 0 && <Principles principles={principles} />}
        {people.length > 0 && <Team people={people} />}
        {isEmpty && (
          <EmptySheet
            title={t('about.empty')}
            text={t('about.emptyText')}
            link={{ path: sitePaths.contact, text: t('contact.formTitle') }}
          />
        )}
      </div>
    </>
  )
}

type PrinciplesProps = { principles: { key: string; title: string; text?: string }[] }

/** Vision, mission and history, numbered like the clauses of a specification. */
function Principles({ principles }: PrinciplesProps) {
  return (
    <div className="clauses">
      {principles.map((principle) => (
        <section key={principle.key} className="clause" aria-labelledby={`about-${principle.key}`}>
          <h2 id={`about-${principle.key}`}>{principle.title}</h2>
          <p>{principle.text}</p>
        </section>
      ))}
    </div>
  )
}

type TeamProps = { people: { name?: string; role?: string; bio?: string; photo?: string }[] }

/** The people, like the parts list of a drawing. */
function Team({ people }: TeamProps) {
  const t = useText()
  return (
    <section className="team" aria-labelledby="about-team">
      <h2 id="about-team">{t('about.team')}</h2>
      <ol className="parts">
        {people.map(({ name, role, bio, photo }, index) => (
          <li key={index} className="part">
            {photo && (
              <div className="part-photo">
                <Picture src={photo} alt="" sizes="10rem" shape="square" />
              </div>
            )}
            <h3>{name}</h3>
            {role && <p className="part-role">{role}</p>}
            {bio && <p className="part-text">{bio}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const aboutFailure = (retry: () => void) => <AboutFailure retry={retry} />

function AboutFailure({ retry }: { retry: () => void }) {
  const t = useText()
  return (
    <>
      <PageHeading title={t('about.title')} />
      <div className="page-body">
        <LoadFailure retry={retry} />
      </div>
    </>
  )
}

function AboutSkeleton() {
  const t = useText()
  return (
    <Loading label={t('about.loading')}>
      <PageHeadingSkeleton />
      <div className="page-body about">
        <SkeletonText className="about-story ruled" lines={9} />
        <div className="clauses">
          <SkeletonText className="clause" lines={4} />
          <SkeletonText className="clause" lines={4} />
          <SkeletonText className="clause" lines={4} />
        </div>
      </div>
    </Loading>
  )
}
