import { variantPaths } from '../contract/photos/variants.ts'
import { fixedPath, pageIds, pageRules } from '../contract/site/page-table.ts'
import type { Sharing } from '../contract/site/sharing.ts'

/**
 * Crawlers that collect pictures and texts for training AI, or for answers made by AI, by the names
 * that their operators document. Search engines' own crawlers are not among them: Google-Extended
 * and Applebot-Extended only say how a search crawler's pages may be used.
 */
export const aiAgents = [
  'AI2Bot',
  'Ai2Bot-Dolma',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'Claude-Web',
  'ClaudeBot',
  'cohere-ai',
  'cohere-training-data-crawler',
  'Diffbot',
  'DuckAssistBot',
  'FacebookBot',
  'Google-CloudVertexBot',
  'Google-Extended',
  'GPTBot',
  'ICC-Crawler',
  'ImagesiftBot',
  'img2dataset',
  'Kangaroo Bot',
  'laion-huggingface-processor',
  'meta-externalagent',
  'Meta-ExternalFetcher',
  'MistralAI-User',
  'OAI-SearchBot',
  'omgili',
  'omgilibot',
  'PanguBot',
  'Perplexity-User',
  'PerplexityBot',
  'SBIntuitionsBot',
  'Timpibot',
  'TikTokSpider',
  'VelenPublicWebCrawler',
  'Webzio-Extended',
  'YouBot',
]

/**
 * Paths with nothing for search engines. The longest match wins (RFC 9309), so the parts of a page
 * that other sites show are allowed.
 */
const closed = [...pageIds.filter((id) => pageRules[id].isPersonal).map(fixedPath), '/api/']
const open = [...Object.values(variantPaths), 'cameras/*/image', 'cards', 'oembed'].map(
  (path) => `/api/${path}`,
)

/**
 * robots.txt, as RFC 9309 defines it. Search engines that are not allowed are told so by `noindex`
 * on every response: they must fetch a page to see that, and a page that is only disallowed here is
 * listed by its address. The programs that make previews of links also ask here first.
 */
export function robotsText({ allowSearchEngines, keepAiOut }: Sharing, publicUrl: string): string {
  const everyone = [
    'User-agent: *',
    ...open.map((path) => `Allow: ${path}`),
    ...closed.map(disallowed),
  ]
  const ai = [...aiAgents.map((agent) => `User-agent: ${agent}`), disallowed('/')]
  const groups = [
    ...(keepAiOut ? [ai] : []),
    everyone,
    ...(allowSearchEngines ? [[`Sitemap: ${publicUrl}/sitemap.xml`]] : []),
  ]
  return groups.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

const disallowed = (path: string) => `Disallow: ${path}`
