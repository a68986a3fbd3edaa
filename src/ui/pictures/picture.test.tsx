import { expect, spyOn, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderPart } from '#test/render'
import { Picture } from './picture'

test('a picture that fails to load is replaced by a placeholder with its name', async () => {
  const { container, rerender } = renderPart(<Picture src="/gone.webp" alt="A bench" sizes="50vw" />)
  fireEvent.error(screen.getByRole('img', { name: 'A bench' }))
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'A bench' }).className).toBe('skeleton-picture')
  rerender(<Picture src="/other.webp" alt="A bench" sizes="50vw" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/other.webp')
})

test('one that had failed before hydration is too, and a decorative one is hidden from screen readers', async () => {
  const decode = spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() =>
    Promise.reject(new Error('broken')),
  )
  const { container } = renderPart(<Picture src="/gone.webp" alt="" sizes="50vw" />)
  await waitFor(() => expect(container.querySelector('img')).toBeNull())
  expect(container.querySelector('.skeleton-picture')).toBeTruthy()
  expect(within(container).queryByRole('img')).toBeNull()
  decode.mockRestore()
})
