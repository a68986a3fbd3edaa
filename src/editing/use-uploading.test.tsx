import { cleanup, fireEvent, render, waitFor, within } from '@testing-library/react'
import { I18nProvider } from '@lingui/react'
import { afterEach, expect, spyOn, test } from 'bun:test'
import { compileCatalog } from '#i18n/compile'
import { createI18n } from '#i18n/i18n'
import enAdmin from '#locales/en/admin.json'
import { UploadRejected, type PictureLibrary, PictureLibraryContext } from './picture-library'
import { UploadNote, useUploading } from './uploading'

afterEach(cleanup)

const library = (refuse: (file: File) => UploadRejected): PictureLibrary => ({
  pick: () => Promise.resolve(undefined),
  mayPublish: () => Promise.resolve(true),
  upload: (file) => Promise.reject(refuse(file)),
})

const files = ['image/bmp', 'image/png'].map((type) => new File([type], 'same.png', { type }))

function Field() {
  const { library: _, ...uploading } = useUploading()
  return (
    <>
      <input aria-label="Bring them" onFocus={() => files.forEach((file) => void uploading.send(file, () => {}))} />
      <UploadNote {...uploading} />
    </>
  )
}

test('two files of one name have a line each, and only actions that may help are offered', async () => {
  const complaints = spyOn(console, 'error')
  const { container } = render(
    <I18nProvider i18n={createI18n('en', compileCatalog(enAdmin))}>
      <PictureLibraryContext value={library(({ type }) => new UploadRejected(`No ${type}`, type === 'image/bmp'))}>
        <Field />
      </PictureLibraryContext>
    </I18nProvider>,
  )
  const field = within(container)
  fireEvent.focus(field.getByLabelText('Bring them'))
  await waitFor(() => expect(field.getAllByRole('alert')).toHaveLength(2))
  expect(field.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'same.png: No image/bmp',
    'same.png: No image/png',
  ])
  expect(field.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Dismiss',
    'Try again',
    'Dismiss',
  ])
  expect(complaints.mock.calls.flat().join(' ')).not.toContain('same key')
  complaints.mockRestore()
})
