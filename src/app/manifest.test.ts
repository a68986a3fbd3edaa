import { expect, test } from 'bun:test'
import { readManifest } from './manifest'

test('a start without a build reports in one line what is missing', () => {
  expect(() => readManifest('/nowhere')).toThrow(
    'There is no /nowhere/manifest.json: start from the folder of the site, after a build',
  )
})
