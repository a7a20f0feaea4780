-- Guests, likes and comments, queued mail, camera specifications, edits, text search.

CREATE TABLE guest (
  n INTEGER PRIMARY KEY,
  name TEXT NOT NULL,                           -- '' until a link was opened
  name_key TEXT UNIQUE,                         -- trimmed, NFKC, lower case; only verified guests have one
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,               -- trimmed, NFKC, lower case
  verified_at INTEGER                           -- ms since the epoch; NULL until a link was opened
) STRICT;

-- A link sent by mail. Opening it verifies the address, sets name and e-mail, and signs in.
CREATE TABLE verification (
  token_hash BLOB PRIMARY KEY,                  -- sha256 of a 256-bit token
  guest INTEGER NOT NULL REFERENCES guest (n) ON DELETE CASCADE,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  sent_at INTEGER NOT NULL,                     -- ms since the epoch
  expires_at INTEGER NOT NULL,                  -- ms since the epoch
  followed_at INTEGER                           -- the first time; opening it again is harmless
) STRICT, WITHOUT ROWID;
CREATE INDEX verification_by_email ON verification (email_key, sent_at);

ALTER TABLE session ADD COLUMN guest INTEGER REFERENCES guest (n) ON DELETE CASCADE;
CREATE INDEX session_by_guest ON session (guest) WHERE guest IS NOT NULL;

CREATE TABLE photo_like (
  n INTEGER PRIMARY KEY,                        -- in the order of liking
  photo INTEGER NOT NULL REFERENCES photo (n) ON DELETE CASCADE,
  guest INTEGER REFERENCES guest (n) ON DELETE CASCADE   -- NULL is the owner
) STRICT;
CREATE UNIQUE INDEX photo_like_once ON photo_like (photo, ifnull(guest, 0));
CREATE INDEX photo_like_by_guest ON photo_like (guest, n);

CREATE TABLE comment (
  n INTEGER PRIMARY KEY,                        -- in the order of writing
  id TEXT NOT NULL UNIQUE,
  photo INTEGER NOT NULL REFERENCES photo (n) ON DELETE CASCADE,
  guest INTEGER REFERENCES guest (n) ON DELETE CASCADE,  -- NULL is the owner
  body TEXT NOT NULL,
  written_at INTEGER NOT NULL                   -- ms since the epoch
) STRICT;
CREATE INDEX comment_by_photo ON comment (photo, n);
CREATE INDEX comment_by_guest ON comment (guest);

-- Queued mail. The message is encrypted with secret.key because it contains a link.
CREATE TABLE mail (
  n INTEGER PRIMARY KEY,
  message BLOB NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,                     -- ms since the epoch
  expires_at INTEGER NOT NULL                   -- not sent after this, when its link has expired
) STRICT;
CREATE INDEX mail_by_time ON mail (next_at);

ALTER TABLE album ADD COLUMN code_changes INTEGER NOT NULL DEFAULT 0;   -- a proof of an earlier code is invalid

ALTER TABLE camera ADD COLUMN specs TEXT NOT NULL DEFAULT '{}';   -- JSON, see src/contract/cameras.ts
ALTER TABLE camera ADD COLUMN image TEXT;                         -- the name of its files in cameras/, or NULL
CREATE INDEX photo_by_camera_id ON photo (camera_id);

-- Rotation in degrees clockwise, then the crop in pixels on the rotated canvas; NULL without an edit.
ALTER TABLE photo ADD COLUMN edit_rotation INTEGER;
ALTER TABLE photo ADD COLUMN edit_x INTEGER;
ALTER TABLE photo ADD COLUMN edit_y INTEGER;
ALTER TABLE photo ADD COLUMN edit_width INTEGER;
ALTER TABLE photo ADD COLUMN edit_height INTEGER;

-- The words of every photo, without accents, by row id. Maintained by the triggers below.
CREATE VIRTUAL TABLE photo_text USING fts5(
  title, description, keywords, camera, lens,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER photo_text_added AFTER INSERT ON photo BEGIN
  INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  VALUES (NEW.n, NEW.title, NEW.description,
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)),
    concat_ws(' ', NEW.camera_make, NEW.camera_model),
    concat_ws(' ', NEW.lens_make, NEW.lens_model));
END;
CREATE TRIGGER photo_text_changed AFTER UPDATE OF title, description, keywords ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.n;
  INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  VALUES (NEW.n, NEW.title, NEW.description,
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)),
    concat_ws(' ', NEW.camera_make, NEW.camera_model),
    concat_ws(' ', NEW.lens_make, NEW.lens_model));
END;
CREATE TRIGGER photo_text_removed AFTER DELETE ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.n;
END;
INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  SELECT n, title, description, (SELECT group_concat(value, ' ') FROM json_each(keywords)),
    concat_ws(' ', camera_make, camera_model), concat_ws(' ', lens_make, lens_model)
  FROM photo;
