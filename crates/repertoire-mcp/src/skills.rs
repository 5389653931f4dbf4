//! `skills/list` and `skills/get`: entries with frontmatter and the digest of each file.

use repertoire::cache::Digest;
use repertoire::diagnostic::Severity;
use repertoire::fs::{ErrorKind, show};
use repertoire::schema::profile::{self, Levels, Names, Profile, Reading};
use repertoire::schema::rules::{Level, Rule};
use repertoire::schema::{self, Format, Source, check_with};
use rmcp::model::{Skill, SkillFrontmatter, SkillResource, SkillResources};

use crate::error::Refusal;
use crate::files::{Roots, SkillDirectory};
use crate::library::View;
use crate::page::{Page, after, page};
use crate::shelf::{Place, SOURCE};
use crate::uri::encode;

/// The standard lets hosts refuse a skill with more files.
const MANY_FILES: usize = 512;

/// The standard lets hosts refuse a skill with more bytes.
const MANY_BYTES: u64 = 16 << 20;

/// Why a skill that is written in the native form alone is not served.
const ONLY_NATIVE: &str =
    "only a `SKILL.md` can be, and none stands beside this one; the tools and prompts have it";

/// All files of one skill together hold at most so many bytes; a larger one is not served.
const MOST_BYTES: u64 = 512 << 20;

/// The standard as hosts hold entries to it. Those that verify refuse a whole list for one entry whose
/// name is not ASCII, or whose `compatibility` or `metadata` are not the texts that the standard asks
/// for once YAML has typed them. Fields that the standard does not know are in every second skill, and
/// no host minds.
static SERVED: Profile = Profile {
    name: profile::AGENT_SKILLS.name,
    about: profile::AGENT_SKILLS.about,
    fields: profile::AGENT_SKILLS.fields,
    names: Names { ascii: true, ..profile::AGENT_SKILLS.names },
    descriptions: profile::AGENT_SKILLS.descriptions,
    reading: Reading::Core,
    first_error: false,
    extras: false,
    levels: Levels::usual().with(&[
        (Rule::UnknownField, Level::Off),
        (Rule::FieldTypo, Level::Off),
        (Rule::FieldPortable, Level::Off),
        (Rule::FieldNumber, Level::Error),
        (Rule::MetadataNumber, Level::Error),
        (Rule::VersionNumber, Level::Error),
        // Not a rule of the standard's: who loads a skill judges what it says.
        (Rule::HiddenText, Level::Warning),
    ]),
};

/// A skill that satisfies the standard, as it is now.
pub(crate) struct Served<'a> {
    pub(crate) place: &'a Place,
    pub(crate) directory: SkillDirectory<'a>,
    pub(crate) frontmatter: SkillFrontmatter,
    /// The size of its source in bytes.
    pub(crate) size: u64,
}

/// Why a skill is not served, and which of its sources that is about.
#[derive(Debug)]
struct Unserved {
    source: &'static str,
    reason: String,
}

impl View<'_> {
    /// A page of skills.
    pub(crate) fn list_skills(&self, cursor: Option<&str>) -> Result<Page<Skill>, Refusal> {
        let roots = self.roots();
        self.refusals();
        Ok(page(
            &self.shelf.places,
            after(cursor)?,
            self.library.options.page_size,
            |place| place.uri.as_str(),
            |place| self.skill(&self.served(place, &roots)?),
            |place| self.served(place, &roots).is_some(),
        ))
    }

    /// The skill whose source bears a URI.
    pub(crate) fn get_skill(&self, uri: &str) -> Result<Skill, Refusal> {
        let unknown = || Refusal::Unknown(uri.to_owned());
        let place = self.shelf.at(uri).ok_or_else(unknown)?;
        let roots = self.roots();
        let served = self.served(place, &roots).ok_or_else(unknown)?;
        self.skill(&served).ok_or_else(unknown)
    }

    /// Says which skills have no URI.
    fn refusals(&self) {
        self.shelf.refused.iter().for_each(|refused| self.library.voice.say(refused));
    }

    /// A skill, if it satisfies the standard now; else people are told why it does not.
    pub(crate) fn served<'a>(&'a self, place: &'a Place, roots: &Roots<'a>) -> Option<Served<'a>> {
        self.as_served(place, roots)
            .map_err(|Unserved { source, reason }| {
                let path = self.catalog.entries[place.entry].path.with_file_name(source);
                self.library.voice.say(&format!("{} is not served as a skill: {reason}", show(&path)));
            })
            .ok()
    }

    fn as_served<'a>(&'a self, place: &'a Place, roots: &Roots<'a>) -> Result<Served<'a>, Unserved> {
        let entry = &self.catalog.entries[place.entry];
        let unserved = |reason| Unserved { source: SOURCE, reason };
        let directory = roots.skill(entry).map_err(|error| unserved(error.to_string()))?;
        if entry.format == Format::Native
            && directory
                .open_file(&[SOURCE.to_owned()])
                .is_err_and(|error| error.kind() == ErrorKind::NotFound)
        {
            return Err(Unserved { source: Format::Native.file_name(), reason: ONLY_NATIVE.to_owned() });
        }
        self.judge(place, directory).map_err(unserved)
    }

    fn judge<'a>(&self, place: &'a Place, directory: SkillDirectory<'a>) -> Result<Served<'a>, String> {
        let characters = self.library.options.discovery.limits.source_characters;
        let source = [SOURCE.to_owned()];
        let file = directory.open_file(&source).map_err(|error| error.to_string())?;
        let bytes = file.read(characters.saturating_mul(4).saturating_add(3));
        let bytes = bytes.map_err(|error| error.to_string())?;
        let path = place.segments.join("/") + "/" + SOURCE;
        let checked = check_with(
            &Source {
                path: &path,
                directory: place.segments.last().map(String::as_str),
                format: Format::AgentSkill,
                bytes: &bytes,
            },
            &SERVED,
            &schema::Options { max_characters: characters, fixes: false, ..schema::Options::default() },
        );
        if !checked.is_valid() {
            let mut found = checked.diagnostics.into_iter();
            let first = found.find(|found| found.severity == Severity::Error).map(|found| found.message);
            return Err(first.unwrap_or_else(|| "the standard refuses it".to_owned()));
        }
        let frontmatter = crate::frontmatter::read(&bytes)?;
        Ok(Served { place, directory, frontmatter, size: bytes.len() as u64 })
    }

    /// The entry of a skill, with the digest of each of its files as a read gives it now.
    fn skill(&self, served: &Served<'_>) -> Option<Skill> {
        self.resources(served)
            .and_then(|resources| {
                let Served { place, frontmatter, .. } = served;
                let skill = Skill::new(&place.uri, frontmatter.clone(), SkillResources::Files(resources));
                skill.validate().map_err(|error| error.to_string())?;
                Ok(skill)
            })
            .map_err(|reason| {
                self.library.voice.say(&format!("{} is not served: {reason}", served.place.uri));
            })
            .ok()
    }

    fn resources(&self, served: &Served<'_>) -> Result<Vec<SkillResource>, String> {
        let voice = &self.library.voice;
        let files = served.directory.files(&mut |said| voice.say(&said))?;
        let mut resources = Vec::with_capacity(files.len());
        let mut total = 0;
        for file in &files {
            let Ok(uri) = uri(served.place, file) else { continue };
            let bytes = match served.directory.read(file) {
                Ok(bytes) => bytes,
                Err(error) => {
                    voice.say(&format!("{uri} is not served: {error}"));
                    continue;
                }
            };
            total += bytes.len() as u64;
            if total > MOST_BYTES {
                return Err(format!(
                    "its files hold more than {MOST_BYTES} bytes; move what is no part of it"
                ));
            }
            resources.push(SkillResource::new(
                uri,
                format!("sha256:{}", Digest::of(&bytes)),
                bytes.len() as u64,
            ));
        }
        if resources.len() > MANY_FILES || total > MANY_BYTES {
            voice.say(&format!(
                "{} has {} files and {total} bytes: clients may refuse a skill with more than {MANY_FILES} files or {MANY_BYTES} bytes",
                served.place.uri,
                resources.len()
            ));
        }
        Ok(resources)
    }
}

/// The URI of a path within a skill.
pub(crate) fn uri(place: &Place, path: &[String]) -> Result<String, crate::UriError> {
    encode(place.segments.iter().chain(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Library;
    use crate::options::Options;
    use repertoire::discovery::{self, RootSpec};
    use std::fs;
    use std::sync::Arc;

    #[test]
    fn of_a_skill_in_the_native_form_alone_it_is_said_that_the_form_is_why() {
        let folder = tempfile::tempdir().unwrap();
        let native = |name: &str| {
            format!(
                "(:autolith-skill :version 1 :name \"{name}\" :description \"Does it.\" :instructions \"Do.\")\n"
            )
        };
        for name in ["alone", "beside", "broken"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name).join("SKILL.sexp"), native(name)).unwrap();
        }
        let source = "---\nname: beside\ndescription: Does it.\n---\nDo.\n";
        fs::write(folder.path().join("beside/SKILL.md"), source).unwrap();
        fs::write(folder.path().join("broken/SKILL.md"), "no frontmatter").unwrap();
        let options = Options::new(discovery::Options::new(vec![RootSpec::given(folder.path())]));
        let library = Library::new(options, Arc::default());
        let view = library.view();
        let roots = view.roots();
        let of = |uri: &str| {
            let served = view.as_served(view.shelf.at(uri).unwrap(), &roots);
            served.map(drop).map_err(|unserved| (unserved.source, unserved.reason))
        };
        assert_eq!(of("skill://alone/SKILL.md"), Err(("SKILL.sexp", ONLY_NATIVE.to_owned())));
        assert_eq!(of("skill://beside/SKILL.md"), Ok(()));
        assert_eq!(of("skill://broken/SKILL.md").unwrap_err().0, "SKILL.md");
    }
}
