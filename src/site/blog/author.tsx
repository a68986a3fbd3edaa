import { useSuspenseQuery } from '@tanstack/react-query'
import { peopleQuery } from '#features/page-contents/people-query'
import { Picture } from '#ui/pictures/picture'
import { Region } from '#ui/region'

/** The author of a post, with the picture of the person of that name on the about page. */
export function Author({ name }: { name: string }) {
  return (
    <span className="author">
      <Region loading={null} failed={null}>
        <Portrait name={name} />
      </Region>
      {name}
    </span>
  )
}

function Portrait({ name }: { name: string }) {
  const { data } = useSuspenseQuery(peopleQuery())
  const photo = data.people.find((person) => spelled(person.name) === spelled(name))?.photo
  return photo && <Picture src={photo} alt="" sizes="2.5rem" shape="square" />
}

const spelled = (name: string) => name.normalize().trim().toLowerCase()
