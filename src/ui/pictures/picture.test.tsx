import { expect, spyOn, test } from 'bun:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderPart } from '#test/render'
import { Picture } from './picture'

test('a picture that does not come gives way to a crossed opening that keeps its name', async () => {
  const { container, rerender } = renderPart(<Picture src="/gone.webp" alt="A bench" sizes="50vw" />)
  fireEvent.error(screen.getByRole('img', { name: 'A bench' }))
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'A bench' }).className).toBe('skeleton-picture')
  rerender(<Picture src="/other.webp" alt="A bench" sizes="50vw" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/other.webp')
})

test('one that had failed before anybody listened does too, and an ornament stays out of the way of screen readers', async () => {
  const decode = spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() =>
    Promise.reject(new Error('broken')),
  )
  const { container } = renderPart(<Picture src="/gone.webp" alt="" sizes="50vw" />)
  await waitFor(() => expect(container.querySelector('img')).toBeNull())
  expect(container.querySelector('.skeleton-picture')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
  decode.mockRestore()
})
