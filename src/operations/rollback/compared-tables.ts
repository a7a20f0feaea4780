/** One kind of thing that people make or change in a gallery. */
export type ComparedTable = {
  /** 'photos', 'settings of sharing' */
  readonly name: string
  readonly table: string
  /** What its rows are told apart by; nothing if there is only one row. */
  readonly key: readonly string[]
  /** The columns that people change, if the program changes others by itself. */
  readonly columns?: readonly string[]
  /** A condition for the rows that people make, if the program makes others by itself. */
  readonly where?: string
}

/** In the order in which they are reported. */
export const comparedTables: readonly ComparedTable[] = [
  { name: 'photos', table: 'photo', key: ['id'] },
  { name: 'earlier versions of photos', table: 'earlier_version', key: ['original'] },
  { name: 'files that wait for a decision', table: 'pending_upload', key: ['id'] },
  { name: 'photos in the trash', table: 'trash', key: ['id'] },
  {
    name: 'albums',
    table: 'album',
    key: ['id'],
    columns: [
      'name',
      'description',
      'cover_pic',
      'cover_photo',
      'code',
      'order_by',
      'rule',
      'downloadable',
      'keeps_no_cover',
    ],
  },
  { name: 'photos in albums', table: 'album_photo', key: ['photo', 'album'] },
  { name: 'comments', table: 'comment', key: ['id'] },
  { name: 'likes', table: 'photo_like', key: ['row_id'] },
  { name: 'guests', table: 'guest', key: ['row_id'] },
  {
    name: 'cameras',
    table: 'camera',
    key: ['id'],
    columns: ['make', 'model', 'specs', 'image'],
  },
  // The others are those of files in pages/, which a rollback does not touch.
  { name: 'saved texts of pages', table: 'page_version', key: ['id'], where: "source = 'account'" },
  { name: 'rules', table: 'rule', key: ['place'] },
  {
    name: 'sources',
    table: 'source',
    key: ['id'],
    columns: [
      'kind',
      'location',
      'name',
      'every_hours',
      'subfolders',
      'album_per_subfolder',
      'when_gone',
    ],
  },
  {
    name: 'the owner’s profile and password',
    table: 'owner',
    key: ['id'],
    columns: ['name', 'bio', 'pic', 'pic_photo', 'password_hash'],
  },
  { name: 'the display settings', table: 'ux_config', key: ['id'] },
  { name: 'the sharing settings', table: 'sharing', key: ['id'] },
  { name: 'the settings of places', table: 'place_setting', key: ['id'] },
  { name: 'the settings of backups', table: 'safety', key: [] },
  {
    name: 'channels of notices',
    table: 'notice_channel',
    key: ['id'],
    columns: ['kind', 'address'],
  },
  { name: 'folders for backups', table: 'backup_target', key: ['id'], columns: ['folder'] },
  {
    name: 'the connection to Google Drive',
    table: 'drive',
    key: ['id'],
    columns: ['refresh_token', 'folder_id', 'account', 'client'],
  },
]

/** What the program keeps for itself: it is derived from the others, or makes itself again. */
export const ownTables: readonly string[] = [
  'camera_model',
  'damaged_original',
  'deleted_photo',
  'disk_sample',
  'disk_use',
  'drive_failure',
  'drive_file_md5',
  'highest_row_id',
  'intent',
  'job',
  'job_file',
  'library',
  'mail',
  'notice_delivery',
  'oauth_state',
  'original_check',
  'photo_item',
  'photo_text',
  'photo_text_config',
  'photo_text_data',
  'photo_text_docsize',
  'photo_text_idx',
  'photo_text_outdated',
  'photo_total',
  'placed_by_hand',
  'rendition',
  'rule_run',
  'session',
  'source_album',
  'source_change',
  'source_item',
  'told_problem',
  'trash_original',
  'trash_rendition',
  'verification',
]
