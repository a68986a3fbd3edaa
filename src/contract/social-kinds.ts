/** Types of social links; each has an icon in `public/icons.svg`. */
export const socialKinds = [
  'github',
  'linkedin',
  'x',
  'mastodon',
  'bluesky',
  'youtube',
  'instagram',
  'facebook',
  'email',
  'rss',
  'link',
] as const
export type SocialKind = (typeof socialKinds)[number]
