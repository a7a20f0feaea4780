-- Rules that put new photos where they belong, and what they ask of a photo.

-- The colour label as the file says it (xmp:Label), or ''.
ALTER TABLE photo ADD COLUMN label TEXT NOT NULL DEFAULT '';
-- JSON array of the file's hierarchical keywords, each with its levels: ["animals|birds|heron"].
ALTER TABLE photo ADD COLUMN keyword_paths TEXT NOT NULL DEFAULT '[]';
-- The folder that the file came from; NULL if it did not come from one. Never sent to visitors.
ALTER TABLE photo ADD COLUMN source_folder TEXT;
ALTER TABLE earlier_version ADD COLUMN source_folder TEXT;
UPDATE pending_upload SET origin = json_set(origin, '$.folder', NULL);
-- JSON array of those of its keywords that visitors neither see nor find.
ALTER TABLE photo ADD COLUMN hidden_keywords TEXT NOT NULL DEFAULT '[]';
CREATE INDEX photo_with_hidden_keywords ON photo (hidden_keywords) WHERE hidden_keywords <> '[]';

CREATE TABLE rule (
  place INTEGER PRIMARY KEY,                    -- in the order in which they run
  body TEXT NOT NULL                            -- JSON: conditions and action, see src/contract/rules.ts
) STRICT;

-- What the owner has put into an album, or taken out of it, by hand: no rule changes it.
CREATE TABLE placed_by_hand (
  photo INTEGER NOT NULL REFERENCES photo (row_id) ON DELETE CASCADE,
  album INTEGER NOT NULL REFERENCES album (row_id) ON DELETE CASCADE,
  PRIMARY KEY (photo, album)
) STRICT, WITHOUT ROWID;
CREATE INDEX placed_by_hand_of_album ON placed_by_hand (album);
-- Before rules, every photo was put into its albums by hand, but for albums that fill themselves.
INSERT INTO placed_by_hand
  SELECT photo, album FROM album_photo JOIN album ON album.row_id = album_photo.album
  WHERE album.rule = '';

-- The last time that the rules were applied to all photos; at most one row.
CREATE TABLE rule_run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'cancelled')),
  after_row_id INTEGER NOT NULL,                -- photos up to this one are done
  total INTEGER NOT NULL,
  done INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  started_at INTEGER NOT NULL,                  -- in ms since the epoch, as is the next
  finished_at INTEGER
) STRICT;

-- The words of every photo again: visitors' searches leave out the column of hidden keywords.
DROP TRIGGER photo_text_added;
DROP TRIGGER photo_text_changed;
DROP TRIGGER photo_text_removed;
DROP TABLE photo_text;
CREATE VIRTUAL TABLE photo_text USING fts5(
  title, description, keywords, camera, lens, hidden,
  content = '', contentless_delete = 1, prefix = '1 2 3',
  tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO photo_text (photo_text, rank) VALUES ('automerge', 2), ('deletemerge', 2);
CREATE TRIGGER photo_text_added AFTER INSERT ON photo BEGIN
  INSERT INTO photo_text (rowid, title, description, keywords, camera, lens, hidden)
  VALUES (NEW.row_id, NEW.title, NEW.description,
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)
      WHERE value NOT IN (SELECT value FROM json_each(NEW.hidden_keywords))),
    concat_ws(' ', NEW.camera_make, NEW.camera_model),
    concat_ws(' ', NEW.lens_make, NEW.lens_model),
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)
      WHERE value IN (SELECT value FROM json_each(NEW.hidden_keywords))));
END;
CREATE TRIGGER photo_text_changed
AFTER UPDATE OF title, description, keywords, hidden_keywords ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.row_id;
  INSERT INTO photo_text (rowid, title, description, keywords, camera, lens, hidden)
  VALUES (NEW.row_id, NEW.title, NEW.description,
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)
      WHERE value NOT IN (SELECT value FROM json_each(NEW.hidden_keywords))),
    concat_ws(' ', NEW.camera_make, NEW.camera_model),
    concat_ws(' ', NEW.lens_make, NEW.lens_model),
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)
      WHERE value IN (SELECT value FROM json_each(NEW.hidden_keywords))));
END;
CREATE TRIGGER photo_text_removed AFTER DELETE ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.row_id;
END;
INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  SELECT row_id, title, description, (SELECT group_concat(value, ' ') FROM json_each(keywords)),
    concat_ws(' ', camera_make, camera_model), concat_ws(' ', lens_make, lens_model)
  FROM photo;
