-- Searches find words inside texts without spaces, and letters by their plain forms. The words are
-- made by src/photos/search-words.ts, so a photo's are written at the end of its transaction; until
-- then the photo is noted here.
CREATE TABLE photo_text_outdated (
  row_id INTEGER PRIMARY KEY                    -- of a photo; no reference, so that the trash ignores it
) STRICT;

DROP TRIGGER photo_text_added;
DROP TRIGGER photo_text_changed;
DROP TRIGGER photo_text_removed;
DROP TABLE photo_text;
-- Words have only letters, digits and emoji, and a space between them. Beginnings of two characters are
-- left out of the prefix indexes: they would repeat all pairs of characters of texts without spaces.
CREATE VIRTUAL TABLE photo_text USING fts5(
  title, description, keywords, camera, lens, hidden,
  content = '', contentless_delete = 1, prefix = '1 3', tokenize = 'ascii'
);
INSERT INTO photo_text (photo_text, rank) VALUES ('automerge', 2), ('deletemerge', 2);
CREATE TRIGGER photo_text_added AFTER INSERT ON photo BEGIN
  INSERT INTO photo_text_outdated VALUES (NEW.row_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER photo_text_changed
AFTER UPDATE OF title, description, keywords, hidden_keywords, camera_make, camera_model, lens_make,
  lens_model ON photo
WHEN (OLD.title, OLD.description, OLD.keywords, OLD.hidden_keywords, OLD.camera_make,
    OLD.camera_model, OLD.lens_make, OLD.lens_model)
  IS NOT (NEW.title, NEW.description, NEW.keywords, NEW.hidden_keywords, NEW.camera_make,
    NEW.camera_model, NEW.lens_make, NEW.lens_model)
BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.row_id;
  INSERT INTO photo_text_outdated VALUES (NEW.row_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER photo_text_removed AFTER DELETE ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.row_id;
  DELETE FROM photo_text_outdated WHERE row_id = OLD.row_id;
END;
INSERT INTO photo_text_outdated SELECT row_id FROM photo;
