-- Integer keys (n, later row_id) are for order and joins; the API uses the uuids in id.

CREATE TABLE owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL DEFAULT '',
  bio TEXT NOT NULL DEFAULT '',
  pic TEXT NOT NULL DEFAULT '',                 -- an https address; '' if pic_photo or nothing is shown
  pic_photo INTEGER REFERENCES photo (n) ON DELETE SET NULL,
  password_hash TEXT,                           -- argon2id; NULL until the site is set up
  setup_secret_hash BLOB,                       -- sha256 of the setup link's secret
  setup_expires_at INTEGER                      -- ms since the epoch
) STRICT;

CREATE TABLE session (
  token_hash BLOB PRIMARY KEY,                  -- sha256 of a 256-bit token
  role TEXT NOT NULL CHECK (role IN ('owner', 'guest')),
  expires_at INTEGER NOT NULL                   -- ms since the epoch
) STRICT, WITHOUT ROWID;

CREATE TABLE camera (
  id TEXT PRIMARY KEY,
  make TEXT NOT NULL,
  model TEXT NOT NULL
) STRICT;

CREATE TABLE photo (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  file_name TEXT NOT NULL UNIQUE,               -- random, changes whenever the pixels change
  md5 TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('local', 'drive', 'cli')),
  source_name TEXT NOT NULL,
  source_date TEXT,
  uploaded_at INTEGER NOT NULL,                 -- ms since the epoch
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  full_width INTEGER NOT NULL,
  full_height INTEGER NOT NULL,
  orientation INTEGER NOT NULL,
  adobe_rgb INTEGER NOT NULL,                   -- Adobe RGB by EXIF alone (InteropIndex R03)
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  keywords TEXT NOT NULL,                       -- JSON array of strings
  taken_local TEXT,                             -- the camera's clock
  taken_offset TEXT,
  camera_make TEXT,
  camera_model TEXT,
  camera_id TEXT REFERENCES camera (id),
  lens_make TEXT,
  lens_model TEXT,
  focal_length REAL,                            -- mm
  focal_length_35 REAL,                         -- mm
  f_number REAL,
  iso INTEGER,
  exposure TEXT,
  rating INTEGER,
  creator TEXT,
  copyright TEXT,
  usage_terms TEXT,
  web_statement TEXT,
  credit TEXT,
  alt TEXT,
  latitude REAL,
  longitude REAL,
  altitude REAL,
  thumbhash BLOB NOT NULL,
  warning TEXT,                                 -- the decoder's warnings
  sort_key INTEGER NOT NULL                     -- -(ms of the camera's clock read as UTC, else of the upload)
) STRICT;
CREATE INDEX photo_by_date ON photo (sort_key, n);
CREATE INDEX photo_by_camera ON photo (camera_model, sort_key, n);

CREATE TABLE rendition (
  photo INTEGER NOT NULL REFERENCES photo (n) ON DELETE CASCADE,
  variant TEXT NOT NULL,
  width INTEGER NOT NULL,
  format TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  is_kept INTEGER NOT NULL,                     -- made at import; not part of the disk budget
  used_at INTEGER NOT NULL,                     -- ms since the epoch
  PRIMARY KEY (photo, variant, width, format)
) STRICT, WITHOUT ROWID;
CREATE INDEX rendition_by_use ON rendition (used_at) WHERE is_kept = 0;

CREATE TABLE album (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,                -- the name trimmed, NFKC, lower case
  description TEXT NOT NULL,
  cover_pic TEXT NOT NULL DEFAULT '',           -- a path on this site, an https address, or ''
  cover_photo INTEGER REFERENCES photo (n) ON DELETE SET NULL,
  code TEXT NOT NULL DEFAULT '',                -- '' means public
  order_by INTEGER NOT NULL DEFAULT 0 CHECK (order_by BETWEEN 0 AND 3),
  photo_count INTEGER NOT NULL DEFAULT 0        -- kept by the triggers below
) STRICT;

CREATE TABLE album_photo (
  album INTEGER NOT NULL REFERENCES album (n) ON DELETE CASCADE,
  photo INTEGER NOT NULL REFERENCES photo (n) ON DELETE CASCADE,
  added INTEGER NOT NULL,                       -- ascending within the whole table
  sort_key INTEGER NOT NULL,                    -- the position in the album's current order
  PRIMARY KEY (photo, album)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_photo_in_order ON album_photo (album, sort_key, photo);
CREATE INDEX album_photo_by_adding ON album_photo (added);

CREATE TRIGGER album_photo_added AFTER INSERT ON album_photo BEGIN
  UPDATE album SET photo_count = photo_count + 1 WHERE n = NEW.album;
END;
CREATE TRIGGER album_photo_removed AFTER DELETE ON album_photo BEGIN
  UPDATE album SET photo_count = photo_count - 1 WHERE n = OLD.album;
END;

CREATE TABLE photo_total (id INTEGER PRIMARY KEY CHECK (id = 1), total INTEGER NOT NULL) STRICT;
CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
  UPDATE photo_total SET total = total + 1;
END;
CREATE TRIGGER photo_removed AFTER DELETE ON photo BEGIN
  UPDATE photo_total SET total = total - 1;
END;

CREATE TABLE ux_config (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  photo_grid_cols INTEGER NOT NULL DEFAULT 3,
  photo_grid_spacing INTEGER NOT NULL DEFAULT 0,
  photo_items_load INTEGER NOT NULL DEFAULT 12,
  show_bio INTEGER NOT NULL DEFAULT 1,
  photo_background_color TEXT NOT NULL DEFAULT 'light',
  color_theme TEXT NOT NULL DEFAULT 'light',
  dense_top_bar INTEGER NOT NULL DEFAULT 0,
  dense_bottom_bar INTEGER NOT NULL DEFAULT 0,
  photo_borders TEXT NOT NULL DEFAULT 'all',
  photostream_album INTEGER REFERENCES album (n) ON DELETE SET NULL
) STRICT;

-- md5 of photos deleted individually, so that Drive imports skip them.
CREATE TABLE deleted_photo (
  md5 TEXT PRIMARY KEY,
  deleted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Pending file operations: written before the first rename and deleted in the transaction that makes
-- the files valid. The next start undoes (ingest) or finishes (delete) the rest.
CREATE TABLE intent (
  n INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('ingest', 'delete')),
  files TEXT NOT NULL                           -- JSON, see src/images/library.ts
) STRICT;

INSERT INTO owner (id) VALUES (1);
INSERT INTO ux_config (id) VALUES (1);
INSERT INTO photo_total VALUES (1, 0);
