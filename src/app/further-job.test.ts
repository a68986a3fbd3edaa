import { afterAll, test } from 'bun:test'
import { follow } from '#test/how-to'
import { copyProject } from '#test/project-copy'

const copy = copyProject('further-job')
afterAll(copy.remove)

test('a job is added by the files and commands of its how-to', () => follow('add-a-job.md', copy), 120_000)
