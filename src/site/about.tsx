import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { readPicture, records, text } from '#text/reading'
import { Html } from '#ui/prose/html'
import { Picture } from '#ui/pictures/picture'
import { SkeletonText } from '#ui/skeleton'
import { EmptySheet } from './lists/empty-sheet'
import { LoadFailure } from './not-found/load-failure'
import { StoredPage } from './layout/stored-page'
import type { StoredContent } from './home/stored'
import { PageHeading } from './lists/page-heading'

export const About = () => (
  <StoredPage
    page="about"
    part={AboutTexts}
    failed={aboutFailure}
    skeleton={
      <>
        <SkeletonText className="about-story ruled" lines={9} />
        <div className="clauses">
          <SkeletonText className="clause" lines={4} />
          <SkeletonText className="clause" lines={4} />
          <SkeletonText className="clause" lines={4} />
        </div>
      </>
    }
  />
)

export function AboutTexts({ content }: StoredContent) {
  const t = useText()
  const html = text(content, 'content')
  const years = records(content, 'timeline')
    .map((entry) => ({ year: text(entry, 'year'), text: text(entry, 'text') }))
    .filter((entry) => entry.text !== undefined)
  const principles = [
    { key: 'vision', title: t('about.vision'), text: text(content, 'vision') },
    { key: 'mission', title: t('about.mission'), text: text(content, 'mission') },
    { key: 'history', title: t('about.history'), text: text(content, 'history'), years },
  ].filter((principle) => principle.text !== undefined || (principle.years?.length ?? 0) > 0)
  const people = records(content, 'team')
    .map((person) => ({
      name: text(person, 'name'),
      role: text(person, 'role'),
      bio: text(person, 'bio'),
      photo: text(person, 'photo'),
    }))
    .filter(({ name }) => name !== undefined)
  const others = { title: text(content, 'othersTitle'), names: text(content, 'others') }
  const hasTeam = people.length > 0 || others.title !== undefined || others.names !== undefined
  const place = readPicture(content, 'placePicture')
  const isEmpty = html === undefined && principles.length === 0 && !hasTeam && !place
  return (
    <>
      <PageHeading title={text(content, 'title') ?? t('about.title')} subtitle={text(content, 'subtitle')} />
      <div className="page-body about">
        {html && <Html className="about-story ruled" html={html} />}
        {place && <Place {...place} notes={text(content, 'placeNotes')} />}
        {principles.length > 0 && <Principles principles={principles} />}
        {hasTeam && <Team people={people} others={others} />}
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

type PlaceProps = { src: string; alt: string; notes?: string }

/** Where the people work: a wide picture, and numbered notes to what is in it. */
function Place({ src, alt, notes = '' }: PlaceProps) {
  const lines = notes.split('\n').filter((line) => line.trim() !== '')
  return (
    <figure className="place">
      <Picture src={src} alt={alt} sizes="min(100vw, 120rem)" />
      {lines.length > 0 && (
        <figcaption>
          <ol>
            {lines.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ol>
        </figcaption>
      )}
    </figure>
  )
}

type Year = { year?: string; text?: string }
type PrinciplesProps = { principles: { key: string; title: string; text?: string; years?: Year[] }[] }

/** Vision and mission side by side, below them the history, with a time line if there is one. */
function Principles({ principles }: PrinciplesProps) {
  return (
    <div className="clauses">
      {principles.map((principle) => (
        <section key={principle.key} className="clause" aria-labelledby={`about-${principle.key}`}>
          <h2 id={`about-${principle.key}`}>{principle.title}</h2>
          {principle.text && <p>{principle.text}</p>}
          {principle.years && principle.years.length > 0 && <TimeLine years={principle.years} />}
        </section>
      ))}
    </div>
  )
}

/** The years are figures on a dimension line. */
function TimeLine({ years }: { years: Year[] }) {
  const t = useText()
  return (
    <ol className="time-line" aria-label={t('about.timeline')}>
      {years.map(({ year, text: told }, index) => (
        <li key={index}>
          {year && <strong>{year}</strong>} <span>{told}</span>
        </li>
      ))}
    </ol>
  )
}

type TeamProps = {
  people: { name?: string; role?: string; bio?: string; photo?: string }[]
  /** Everybody else, in a last row. */
  others: { title?: string; names?: string }
}

/** The people, like the parts list of a drawing. */
function Team({ people, others }: TeamProps) {
  const t = useText()
  return (
    <section className="team" aria-labelledby="about-team">
      <h2 id="about-team">{t('about.team')}</h2>
      <ul className="parts" data-portraits={people.some(({ photo }) => photo) || undefined}>
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
        {(others.title || others.names) && (
          <li className="part part-others">
            {others.title && <h3>{others.title}</h3>}
            {others.names && <p className="part-text">{others.names}</p>}
          </li>
        )}
      </ul>
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
