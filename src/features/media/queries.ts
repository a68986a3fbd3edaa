import { queryOptions } from '@tanstack/react-query'
import type { MediaItem } from './contract'

export const mediaItemQuery = (id: number) => queryOptions<MediaItem>({ queryKey: ['/api/media', id] })
